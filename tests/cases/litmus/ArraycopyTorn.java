//@ check: safe
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1

// So is a copy.

public class ArraycopyTorn {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            shared[0] = 1;
            /*~*/
            shared[1] = 1;
        });
        t.start();
        /*~*/
        int[] seen = new int[2];
        System.arraycopy(shared, 0, seen, 0, 2);
        t.join();
        System.out.print(seen[0] + " " + seen[1]);
    }
}
