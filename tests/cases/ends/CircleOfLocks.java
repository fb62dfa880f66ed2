//@ check: deadlock
//@ options: --without livelocks
// Two threads wait for each other's locks, one of them of the library; a third runs for ever and hides nothing.
import java.util.concurrent.locks.ReentrantLock;

public class CircleOfLocks {
    public static void main(String[] args) {
        ReentrantLock left = new ReentrantLock();
        Object right = new Object();
        new Thread(() -> {
            while (true) {
                Thread.yield();
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
