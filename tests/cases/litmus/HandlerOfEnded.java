//@ check: safe
//@ outputs: true true

// A thread that has ended has no handler and no group any more.

public class HandlerOfEnded {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        t.join();
        System.out.print((t.getUncaughtExceptionHandler() == null) + " " + (t.getThreadGroup() == null));
    }
}
