//@ check: safe
//@ outputs: true

// An interrupt ends a park, and the flag stays.

public class InterruptPark {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            /*~*/
            java.util.concurrent.locks.LockSupport.park();
            System.out.print(Thread.currentThread().isInterrupted());
        });
        t.start();
        /*~*/
        t.interrupt();
    }
}
