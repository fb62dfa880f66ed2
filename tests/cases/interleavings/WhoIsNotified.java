//@ check: safe
//@ structures: 4
// A notification wakes any of those that wait, and is lost if nobody does: the first, the second, or none yet is through when it is asked.
import jaywalk.Verify;

public class WhoIsNotified {
    static final Object lock = new Object();
    static int first;
    static int arrived;

    static void await(int number) {
        synchronized (lock) {
            arrived++;
            try {
                lock.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            if (first == 0) {
                first = number;
            }
            lock.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> await(1));
        Thread two = new Thread(() -> await(2));
        one.start();
        two.start();
        int waiting;
        synchronized (lock) {
            waiting = arrived;
            Verify.ignoreIf(waiting == 0);
            lock.notify();
        }
        // With one waiter the other may never be woken, which is not what is looked at here.
        Verify.ignoreIf(waiting == 1);
        one.join();
        two.join();
        int[] result = {first, waiting};
        Verify.stopIfVisited(result);
        synchronized (lock) {
            result[1] = arrived + 10;
        }
        Verify.stopIfVisited(result);
    }
}
