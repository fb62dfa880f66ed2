//@ check: safe
//@ outputs: true
// Which of two hash codes of identities is larger can be one way or the other; here it is always the same, which is an assumption.
public class OneHashOrder {
    public static void main(String[] args) throws Exception {
        Object first = new Object();
        Object second = new Object();
        int[] hashes = new int[2];
        Thread thread = new Thread(() -> hashes[0] = first.hashCode());
        thread.start();
        thread.join();
        hashes[1] = second.hashCode();
        System.out.print(hashes[0] != hashes[1] && hashes[0] == System.identityHashCode(first));
    }
}
