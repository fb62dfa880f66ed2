//@ check: safe
//@ outputs: 0 0 | 0 1 | 1 0 | 1 1

// Who reads beside a copy sees part of it.

public class CopyInto {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        int[] source = { 1, 1 };
        Thread t = new Thread(() -> System.arraycopy(source, 0, shared, 0, 2));
        t.start();
        /*~*/
        int first = shared[0];
        /*~*/
        int second = shared[1];
        t.join();
        System.out.print(first + " " + second);
    }
}
