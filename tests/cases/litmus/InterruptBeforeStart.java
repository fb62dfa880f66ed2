//@ check: safe
//@ outputs: true

// An interrupt before the start is remembered.

public class InterruptBeforeStart {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> System.out.print(Thread.interrupted()));
        t.interrupt();
        /*~*/
        t.start();
    }
}
