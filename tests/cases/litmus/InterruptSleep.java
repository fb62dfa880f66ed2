//@ check: safe
//@ outputs: interrupted false | slept false | slept true

// An interrupt comes before, in or behind a sleep.

public class InterruptSleep {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            /*~*/
            try {
                Thread.sleep(1);
                /*~*/
                System.out.print("slept " + Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
                System.out.print("interrupted " + Thread.currentThread().isInterrupted());
            }
        });
        t.start();
        /*~*/
        t.interrupt();
    }
}
