//@ check: safe
//@ outputs: on

// On HotSpot an interrupt gives a permit too, which clearing the flag does not take back.

public class InterruptGivesPermit {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            while (!Thread.interrupted()) {
                Thread.yield();
            }
            /*~*/
            java.util.concurrent.locks.LockSupport.park();
            System.out.print("on");
        });
        t.start();
        /*~*/
        t.interrupt();
    }
}
