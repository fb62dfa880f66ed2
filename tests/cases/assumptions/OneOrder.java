//@ check: safe
// Each thread writes its own field and then reads the other's. In one order of all accesses one of them sees a write; a
// real machine may keep both writes back.
public class OneOrder {
    static int first;
    static int second;
    static int seen = -1;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            second = 1;
            seen = first;
        });
        other.start();
        first = 1;
        int here = second;
        other.join();
        assert here == 1 || seen == 1;
    }
}
