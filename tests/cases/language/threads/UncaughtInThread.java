//@ run-native
// Exercises uncaught exceptions in other threads: the trace names the thread, handlers run, and the exit code stays 0.
public class UncaughtInThread {
    static class Worker extends Thread {
        private final int[] data;

        Worker(String name, int... data) {
            super(name);
            this.data = data;
        }

        @Override
        public void run() {
            System.out.println(getName() + " divides " + divide(100, data.length - 1));
        }

        private int divide(int a, int b) {
            return a / b;
        }
    }

    static class Careless extends Thread {
        @Override
        public void run() {
            try {
                throw new IllegalStateException("careless");
            } finally {
                System.out.println("finally in thread");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker good = new Worker("good", 1, 2, 3);
        good.start();
        good.join();
        Worker bad = new Worker("bad worker", 1);
        bad.start();
        bad.join();
        System.out.println("bad is " + bad.getState() + " " + bad.isAlive());

        Careless handled = new Careless();
        handled.setName("handled");
        handled.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " handled " + e));
        handled.start();
        handled.join();

        Worker breaksHandler = new Worker("odd", 9);
        breaksHandler.setUncaughtExceptionHandler((t, e) -> {
            System.out.println("handler throws too");
            throw new RuntimeException("ignored");
        });
        breaksHandler.start();
        breaksHandler.join();

        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default got " + e.getMessage()));
        Careless byDefault = new Careless();
        byDefault.start();
        byDefault.join();
        Object lock = new Object();
        Thread holder = new Thread(() -> {
            synchronized (lock) {
                throw new Error("while holding");
            }
        });
        holder.start();
        holder.join();
        synchronized (lock) {
            System.out.println("lock was released");
        }
    }
}
