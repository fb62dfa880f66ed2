//@ check: safe
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1

// And part of a fill.

public class FillSeen {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> java.util.Arrays.fill(shared, 1));
        t.start();
        /*~*/
        int first = shared[0];
        /*~*/
        int second = shared[1];
        t.join();
        System.out.print(first + " " + second);
    }
}
