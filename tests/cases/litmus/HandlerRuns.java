//@ check: safe
//@ options: --handled-exceptions pass
//@ outputs: true

// The handler runs in the thread that ends by an exception.

public class HandlerRuns {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            throw new IllegalStateException();
        });
        t.setUncaughtExceptionHandler((thread, thrown) -> System.out.print(thread.isAlive()));
        t.start();
        t.join();
    }
}
