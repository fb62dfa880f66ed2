//@ check: safe
//@ outputs: interrupted false

// Who is interrupted does not begin to wait.

public class InterruptSelfThenWait {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        synchronized (LOCK) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                System.out.print("interrupted " + Thread.currentThread().isInterrupted());
            }
        }
    }
}
