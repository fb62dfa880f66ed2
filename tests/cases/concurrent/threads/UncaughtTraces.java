//@ run-native
// Exercises the stack traces of uncaught exceptions in named threads, one after the other, with causes and suppressed ones.
public class UncaughtTraces {
    static void deep(int depth) {
        if (depth == 0) {
            throw new IllegalArgumentException("at the bottom");
        }
        deep(depth - 1);
    }

    static void wrapped() {
        try {
            deep(2);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("wrapped", e);
        }
    }

    static void suppressed() throws Exception {
        try (AutoCloseable resource = () -> {
            throw new Exception("from close");
        }) {
            throw new Exception("from the body");
        }
    }

    static class Odd extends RuntimeException {
        @Override
        public String toString() {
            return "an odd exception";
        }
    }

    private static void run(String name, Runnable body) throws InterruptedException {
        Thread thread = new Thread(body, name);
        thread.start();
        thread.join();
        System.out.println(name + " is " + thread.getState());
    }

    static void checked() {
        try {
            suppressed();
        } catch (Exception e) {
            throw new RuntimeException(e);
        }
    }

    static void odd() {
        throw new Odd();
    }

    static void noTrace() {
        throw new RuntimeException("no frames", null, true, false) { };
    }

    public static void main(String[] args) throws InterruptedException {
        run("plain", new Target());
        run("two words", UncaughtTraces::wrapped);
        run("", UncaughtTraces::checked);
        run("odd", UncaughtTraces::odd);
        run("traceless", UncaughtTraces::noTrace);
        System.out.println("main goes on");
    }

    static class Target implements Runnable {
        @Override
        public void run() {
            deep(3);
        }
    }
}
