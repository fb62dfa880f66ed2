// Runs a program many times in one JVM, each time with new classes, and counts what comes of it.
//
// Usage: java RunMany.java CLASSES MAIN RUNS SEED
// A line for each outcome: how often, a blank, and what it printed; "!Class in thread" if a thread ended by an
// exception that nobody caught; "?" if it did not end.

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.TreeMap;

public class RunMany {
    /** A run that has not ended by then does not end. */
    private static final long PATIENCE_MILLIS = 3000;
    /** So many runs without an end are enough. */
    private static final int MOST_STUCK = 3;

    public static void main(String[] args) throws Exception {
        URL[] classes = {Path.of(args[0]).toUri().toURL()};
        PrintStream out = System.out;
        var seen = new TreeMap<String, Integer>();
        for (int run = 0; run < Integer.parseInt(args[2]); run++) {
            String outcome = once(classes, args[1]);
            seen.merge(outcome, 1, Integer::sum);
            if (seen.getOrDefault("?", 0) >= MOST_STUCK) {
                break;
            }
        }
        seen.forEach((outcome, count) -> out.println(count + " " + outcome));
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static String once(URL[] classes, String name) throws Exception {
        var text = new ByteArrayOutputStream();
        System.setOut(new PrintStream(text, true));
        String[] uncaught = {null};
        var group = new ThreadGroup("run") {
            @Override
            public void uncaughtException(Thread thread, Throwable thrown) {
                synchronized (uncaught) {
                    if (uncaught[0] == null) {
                        uncaught[0] = "!" + thrown.getClass().getName() + " in " + thread.getName();
                    }
                }
            }
        };
        var loader = new URLClassLoader(classes, RunMany.class.getClassLoader().getParent());
        loader.setDefaultAssertionStatus(true);
        Thread main = new Thread(group, () -> {
            try {
                Class.forName(name, true, loader).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                RunMany.<RuntimeException>sneak(e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }, "main");
        main.start();
        boolean ended = await(group);
        synchronized (uncaught) {
            if (uncaught[0] != null) {
                return uncaught[0];
            }
        }
        return ended ? text.toString() : "?";
    }

    /** Until the last thread that is no daemon has ended. */
    private static boolean await(ThreadGroup group) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        Thread[] threads = new Thread[64];
        while (System.nanoTime() < end) {
            int count = group.enumerate(threads);
            Thread alive = null;
            for (int i = 0; i < count; i++) {
                if (!threads[i].isDaemon()) {
                    alive = threads[i];
                }
            }
            if (alive == null) {
                return true;
            }
            alive.join(20);
        }
        return false;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
