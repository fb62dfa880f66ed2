//@ check: safe
//@ outputs: interrupted | joined false | joined true

// Who joins can be interrupted as long as the other is alive.

public class InterruptJoin {
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { /*~*/ });
        Thread t = new Thread(() -> {
            try {
                other.join();
                /*~*/
                System.out.print("joined " + Thread.currentThread().isInterrupted());
            } catch (InterruptedException e) {
                System.out.print("interrupted");
            }
        });
        other.start();
        t.start();
        /*~*/
        t.interrupt();
    }
}
