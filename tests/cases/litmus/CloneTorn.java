//@ check: safe
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1

// A clone of an array is made element by element.

public class CloneTorn {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            shared[0] = 1;
            /*~*/
            shared[1] = 1;
        });
        t.start();
        /*~*/
        int[] seen = shared.clone();
        t.join();
        System.out.print(seen[0] + " " + seen[1]);
    }
}
