//@ check: inconclusive
//@ options: --heap 24
// A thread makes more garbage on one path than there is room for, and never has much of it at once. A real machine collects it;
// a search keeps what it may have to go back to, and must not say that the program has no memory left.
public class GarbageIsNoFault {
    private static volatile int sum;

    private static void work() {
        int own = 0;
        for (int i = 0; i < 100; i++) {
            byte[] bytes = new byte[1 << 20];
            bytes[i] = 1;
            own += bytes[i];
        }
        sum = own;
    }

    public static void main(String[] args) {
        new Thread(GarbageIsNoFault::work).start();
        work();
    }
}
