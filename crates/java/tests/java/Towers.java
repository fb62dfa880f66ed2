import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Deep stacks, exceptions that unwind them, threads that start threads and end badly. */
public class Towers {
    record Level(int depth, String name) {}

    static class Collapse extends Exception {
        final Level level;

        Collapse(Level level, Throwable cause) {
            super("at " + level, cause);
            this.level = level;
        }
    }

    private static int build(int depth, IntUnaryOperator grow) throws Collapse {
        if (depth > 40) {
            throw new Collapse(new Level(depth, "top"), null);
        }
        try {
            return build(grow.applyAsInt(depth), grow) + 1;
        } catch (Collapse collapse) {
            if (depth % 7 == 0) {
                throw new Collapse(new Level(depth, "floor"), collapse);
            }
            throw collapse;
        } finally {
            finals++;
        }
    }

    static volatile int finals;

    private static void tower(List<String> log, int height) {
        try {
            build(height, depth -> depth + 1 + height % 2);
        } catch (Collapse collapse) {
            synchronized (log) {
                log.add(collapse.level.name());
            }
        }
        if (height < 2) {
            Thread child = new Thread(() -> tower(log, height + 2));
            child.start();
            try {
                child.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        } else if (height == 3) {
            throw new IllegalStateException("the end of thread " + log.size());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<String> log = new ArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            synchronized (log) {
                log.add(thrown.getClass().getSimpleName());
            }
        });
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int height = i;
            threads[i] = new Thread(() -> tower(log, height));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        log.sort(null);
        System.out.println(log);
    }
}
