//@ check: deadlock
//@ outputs: none

// A permit for a thread that is not started is lost.

public class UnparkBeforeStart {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> java.util.concurrent.locks.LockSupport.park());
        java.util.concurrent.locks.LockSupport.unpark(t);
        t.start();
    }
}
