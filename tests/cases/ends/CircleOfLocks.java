//@ check: deadlock
// Two threads wait for each other's locks, one of them of the library; a third runs for ever and hides nothing.
import java.util.concurrent.locks.ReentrantLock;

public class CircleOfLocks {
    static volatile int turn;

    public static void main(String[] args) {
        ReentrantLock left = new ReentrantLock();
        Object right = new Object();
        new Thread(() -> {
            while (true) {
                turn = 1 - turn;
            }
        }).start();
        new Thread(() -> {
            left.lock();
            synchronized (right) {
            }
            left.unlock();
        }).start();
        synchronized (right) {
            left.lock();
            left.unlock();
        }
    }
}
