//@ check: safe
// A thread that has ended has no handler of exceptions, and an interrupt before its start was not forgotten.
public class EndedThreads {
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        thread.setUncaughtExceptionHandler((t, e) -> { });
        assert thread.getUncaughtExceptionHandler() != thread.getThreadGroup();
        thread.interrupt();
        thread.start();
        thread.join();
        assert interrupted && !thread.isInterrupted();
        assert thread.getUncaughtExceptionHandler() == null;
    }
}
