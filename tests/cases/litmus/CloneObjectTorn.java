//@ check: safe
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1

// A clone of an object is made field by field.

public class CloneObjectTorn {
    static class Pair implements Cloneable {
        int a;
        int b;

        Pair copy() throws CloneNotSupportedException {
            return (Pair) clone();
        }
    }

    static final Pair SHARED = new Pair();

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            SHARED.a = 1;
            /*~*/
            SHARED.b = 1;
        });
        t.start();
        /*~*/
        Pair seen = SHARED.copy();
        t.join();
        System.out.print(seen.a + " " + seen.b);
    }
}
