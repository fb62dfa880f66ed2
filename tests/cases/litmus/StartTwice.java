//@ check: safe
//@ outputs: refused

// A thread is started once, also when it has ended.

public class StartTwice {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        try {
            t.start();
        } catch (IllegalThreadStateException e) {
            System.out.print("refused");
        }
    }
}
