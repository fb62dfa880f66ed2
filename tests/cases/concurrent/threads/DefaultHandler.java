//@ run-native
// Exercises the default uncaught exception handler: precedence, replacement, and handlers for errors and checked exceptions.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class DefaultHandler {
    private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static void runAndShow(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
        System.out.println(LOG);
        LOG.clear();
    }

    private static Thread failing(String name, Throwable thrown) {
        return new Thread(() -> DefaultHandler.<RuntimeException>sneak(thrown), name);
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println(Thread.getDefaultUncaughtExceptionHandler());
        Thread.UncaughtExceptionHandler first = (thread, thrown) -> LOG.add("first: " + thread.getName() + " " + thrown);
        Thread.setDefaultUncaughtExceptionHandler(first);
        System.out.println(Thread.getDefaultUncaughtExceptionHandler() == first);
        runAndShow(failing("runtime", new IllegalArgumentException("bad")));
        runAndShow(failing("checked", new java.io.IOException("sneaked")));
        runAndShow(failing("error", new AssertionError("broken")));
        runAndShow(new Thread(() -> {
            Object[] none = new String[1];
            none[0] = 1;
        }, "store"));

        Thread own = failing("own", new RuntimeException("mine"));
        own.setUncaughtExceptionHandler((thread, thrown) -> LOG.add("own: " + thrown.getMessage()
            + " alive " + thread.isAlive() + " state " + thread.getState()));
        runAndShow(own);

        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            Throwable root = thrown;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            LOG.add("second: root " + root.getMessage());
        });
        runAndShow(failing("nested", new RuntimeException("outer", new Exception("middle", new Error("inner")))));

        Thread late = new Thread(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> LOG.add("set while running"));
            throw new IllegalStateException();
        });
        runAndShow(late);

        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> System.out.println("main died of " + thrown));
        throw new IllegalStateException("end of main");
    }
}
