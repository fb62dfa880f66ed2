//@ check: safe
//@ outputs: got true | interrupted

// Whoever wants a lock looks for interrupts and then tries: both can come in between, the interrupt and the lock.

import java.util.concurrent.locks.ReentrantLock;

public class LockedThenInterrupted {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread t = new Thread(() -> {
            try {
                lock.lockInterruptibly();
                System.out.print("got " + Thread.interrupted());
            } catch (InterruptedException e) {
                System.out.print("interrupted");
            }
        });
        t.start();
        /*~*/
        t.interrupt();
        lock.unlock();
        t.join();
    }
}
