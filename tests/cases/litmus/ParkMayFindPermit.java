//@ check: safe
//@ outputs: on

// A permit from before is used.

public class ParkMayFindPermit {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            /*~*/
            java.util.concurrent.locks.LockSupport.park();
            System.out.print("on");
        });
        t.start();
        /*~*/
        java.util.concurrent.locks.LockSupport.unpark(t);
    }
}
