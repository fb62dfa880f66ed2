//@ run-native
// Exercises every Thread constructor: targets, names, groups, stack sizes, and the choice to inherit thread locals.
import java.util.ArrayList;
import java.util.List;

public class ThreadConstructors {
    private static final InheritableThreadLocal<String> TAG = new InheritableThreadLocal<>();
    private static final List<String> LOG = new ArrayList<>();

    static void report() {
        Thread self = Thread.currentThread();
        String line = self.getName() + " in " + self.getThreadGroup().getName() + " tag " + TAG.get();
        synchronized (LOG) {
            LOG.add(line);
        }
    }

    static class Reporter extends Thread {
        Reporter() {
        }

        Reporter(String name) {
            super(name);
        }

        Reporter(ThreadGroup group, String name) {
            super(group, name);
        }

        @Override
        public void run() {
            report();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TAG.set("inherited");
        ThreadGroup group = new ThreadGroup("workers");
        Runnable target = ThreadConstructors::report;
        Thread[] threads = {
            new Reporter(),
            new Reporter("subclass"),
            new Reporter(group, "subclass in group"),
            new Thread(target),
            new Thread(target, "named"),
            new Thread(group, target),
            new Thread(group, target, "grouped"),
            new Thread(group, target, "stacked", 1 << 16),
            new Thread(group, target, "own locals", 0, false),
            new Thread(null, target, "null group", 0, true),
            new Thread((Runnable) null, "no target"),
        };
        for (Thread thread : threads) {
            System.out.println(thread.getName() + ", " + thread.getThreadGroup().getName() + ", " + thread.isAlive());
        }
        for (Thread thread : threads) {
            thread.start();
            thread.join();
        }
        LOG.forEach(System.out::println);
        try {
            new Thread(target, null);
        } catch (NullPointerException e) {
            System.out.println("a name cannot be null");
        }
        try {
            threads[4].setName(null);
        } catch (NullPointerException e) {
            System.out.println("nor can a new name");
        }
        System.out.println(threads[0].getThreadGroup() == null);
    }
}
