//@ check: safe
//@ outputs: interrupted false

// The first thing that can be interrupted is.

public class InterruptBeforeStartSleep {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(1);
                System.out.print("slept");
            } catch (InterruptedException e) {
                System.out.print("interrupted " + Thread.currentThread().isInterrupted());
            }
        });
        t.interrupt();
        /*~*/
        t.start();
    }
}
