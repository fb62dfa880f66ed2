//@ check: safe
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1

// Reflective access is access.

public class ReflectArrayTorn {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            shared[0] = 1;
            /*~*/
            shared[1] = 1;
        });
        t.start();
        /*~*/
        int[] seen = { java.lang.reflect.Array.getInt(shared, 0), java.lang.reflect.Array.getInt(shared, 1) };
        t.join();
        System.out.print(seen[0] + " " + seen[1]);
    }
}
