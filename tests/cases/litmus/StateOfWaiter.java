//@ check: safe
//@ outputs: RUNNABLE | TIMED_WAITING | TERMINATED

// A thread that sleeps is seen to.

public class StateOfWaiter {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        /*~*/
        System.out.print(t.getState());
    }
}
