//@ run-native
// Exercises ThreadGroup.uncaughtException: an override, delegation to the parent group, and a thread's own handler first.
import java.util.ArrayList;
import java.util.List;

public class GroupUncaught {
    private static final List<String> LOG = new ArrayList<>();

    static class Recording extends ThreadGroup {
        private final boolean delegate;

        Recording(ThreadGroup parent, String name, boolean delegate) {
            super(parent, name);
            this.delegate = delegate;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            synchronized (LOG) {
                LOG.add(getName() + " saw " + thrown.getMessage() + " of " + thread.getName()
                    + " running in " + Thread.currentThread().getName());
            }
            if (delegate) {
                super.uncaughtException(thread, thrown);
            }
        }
    }

    private static void fail(ThreadGroup group, String name, Thread.UncaughtExceptionHandler own)
            throws InterruptedException {
        Thread thread = new Thread(group, () -> {
            throw new IllegalStateException("failure in " + name);
        }, name);
        if (own != null) {
            thread.setUncaughtExceptionHandler(own);
        }
        System.out.println(name + " handler is its group: " + (thread.getUncaughtExceptionHandler() == group));
        thread.start();
        thread.join();
        System.out.println(name + " handler after the end: " + thread.getUncaughtExceptionHandler());
        synchronized (LOG) {
            LOG.forEach(line -> System.out.println("  " + line));
            LOG.clear();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        Recording top = new Recording(main, "top", false);
        Recording middle = new Recording(top, "middle", true);
        ThreadGroup plain = new ThreadGroup(middle, "plain");
        fail(top, "a", null);
        fail(middle, "b", null);
        fail(plain, "c", null);
        fail(plain, "d", (thread, thrown) -> LOG.add("own handler of " + thread.getName()));

        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> LOG.add("default for " + thread.getName()));
        fail(top, "e", null);
        fail(main, "f", null);
        fail(new Recording(main, "delegating", true), "g", null);
    }
}
