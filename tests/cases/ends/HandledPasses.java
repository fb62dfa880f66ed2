//@ check: assertion
//@ options: --handled-exceptions pass
// The handler runs as part of the program, and what it does is checked.
public class HandledPasses {
    static boolean handled;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("handled");
        });
        thread.setUncaughtExceptionHandler((t, e) -> handled = true);
        thread.start();
        thread.join();
        assert !handled : "the handler ran";
    }
}
