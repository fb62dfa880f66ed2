//@ check: safe
//@ outputs: joined true

// Joining a thread that has ended does not wait, hence does not look at the flag.

public class InterruptSelfThenJoin {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        t.join();
        Thread.currentThread().interrupt();
        t.join();
        System.out.print("joined " + Thread.currentThread().isInterrupted());
    }
}
