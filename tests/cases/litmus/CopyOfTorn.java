//@ check: safe
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1

// And a copy by Arrays.

public class CopyOfTorn {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            shared[0] = 1;
            /*~*/
            shared[1] = 1;
        });
        t.start();
        /*~*/
        int[] seen = java.util.Arrays.copyOf(shared, 2);
        t.join();
        System.out.print(seen[0] + " " + seen[1]);
    }
}
