//@ check: safe
//@ outputs: true true

// Park returns at once, again and again, as long as the flag is set.

public class InterruptSelfThenPark {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        java.util.concurrent.locks.LockSupport.park();
        boolean first = Thread.currentThread().isInterrupted();
        java.util.concurrent.locks.LockSupport.park();
        System.out.print(first + " " + Thread.currentThread().isInterrupted());
    }
}
