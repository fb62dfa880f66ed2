//@ check: safe
//@ outputs: true false false

// Whether a thread holds a lock is its own business.

public class HoldsLock {
    static final Object LOCK = new Object();
    static boolean other;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> other = Thread.holdsLock(LOCK));
        boolean inside;
        synchronized (LOCK) {
            t.start();
            /*~*/
            inside = Thread.holdsLock(LOCK);
            t.join();
        }
        System.out.print(inside + " " + Thread.holdsLock(LOCK) + " " + other);
    }
}
