//@ check: safe
//@ outputs: false false | false true | true false | true true

// A thread that was interrupted while it waited for a lock has the lock before it has its interrupt again.

import java.util.concurrent.locks.ReentrantLock;

public class LockRestoresInterrupt {
    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread t = new Thread(lock::lock);
        t.start();
        /*~*/
        t.interrupt();
        lock.unlock();
        /*~*/
        boolean isLocked = lock.isLocked();
        /*~*/
        System.out.print(isLocked + " " + t.isInterrupted());
    }
}
