//@ check: deadlock
//@ outputs: on

// Two permits are one, unless the first is used before the second comes.

public class UnparkTwice {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            java.util.concurrent.locks.LockSupport.park();
            /*~*/
            java.util.concurrent.locks.LockSupport.park();
            System.out.print("on");
        });
        t.start();
        java.util.concurrent.locks.LockSupport.unpark(t);
        /*~*/
        java.util.concurrent.locks.LockSupport.unpark(t);
    }
}
