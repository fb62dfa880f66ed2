//@ check: safe
//@ outputs: true

// The flag of a thread that has ended can be set.

public class InterruptEnded {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        t.join();
        t.interrupt();
        System.out.print(t.isInterrupted());
    }
}
