//@ check: safe
//@ structures: 2
// A thread that a thread starts runs beside it at once.
import jaywalk.Verify;

public class ThreadsThatStartThreads {
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        Thread outer = new Thread(() -> {
            Thread inner = new Thread(() -> seen[0] = shared);
            inner.start();
            shared = 1;
            try {
                inner.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        outer.start();
        outer.join();
        Verify.stopIfVisited(seen);
    }
}
