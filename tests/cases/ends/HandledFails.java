//@ check: exception
// A handler takes the exception: it is a violation all the same, and the message says who took it.
public class HandledFails {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("handled");
        });
        thread.setUncaughtExceptionHandler((t, e) -> { });
        thread.start();
    }
}
