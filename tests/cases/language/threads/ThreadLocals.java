//@ run-native
// Exercises ThreadLocal: initial values per thread, set, remove, inheritance, and several locals in one thread.
public class ThreadLocals {
    static int initials;
    static final ThreadLocal<StringBuilder> LOG = ThreadLocal.withInitial(() -> {
        synchronized (ThreadLocals.class) {
            initials++;
        }
        return new StringBuilder("log:");
    });
    static final ThreadLocal<Integer> DEPTH = new ThreadLocal<>() {
        @Override
        protected Integer initialValue() { return 0; }
    };
    static final ThreadLocal<String> PLAIN = new ThreadLocal<>();
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parent) { return parent + "'s child"; }
    };

    static int nest(int n) {
        DEPTH.set(DEPTH.get() + 1);
        try {
            return n == 0 ? DEPTH.get() : nest(n - 1);
        } finally {
            DEPTH.set(DEPTH.get() - 1);
        }
    }

    static String inThread(String name, String word) throws InterruptedException {
        String[] result = new String[1];
        Thread t = new Thread(() -> {
            LOG.get().append(word);
            PLAIN.set(word + PLAIN.get());
            result[0] = LOG.get() + " " + PLAIN.get() + " " + nest(3) + " " + DEPTH.get() + " " + INHERITED.get();
        }, name);
        t.start();
        t.join();
        return name + ": " + result[0];
    }

    public static void main(String[] args) throws InterruptedException {
        LOG.get().append("main");
        PLAIN.set("mine");
        System.out.println(inThread("a", "one"));
        INHERITED.set("parent");
        System.out.println(inThread("b", "two"));
        System.out.println(LOG.get() + " " + PLAIN.get() + " " + nest(10) + " " + DEPTH.get() + " " + INHERITED.get());
        System.out.println("initials " + initials);
        LOG.remove();
        PLAIN.remove();
        System.out.println(LOG.get() + " " + PLAIN.get() + " initials " + initials);
        ThreadLocal<?>[] many = new ThreadLocal<?>[40];
        for (int i = 0; i < many.length; i++) {
            int v = i * i;
            many[i] = ThreadLocal.withInitial(() -> v);
        }
        int sum = 0;
        for (ThreadLocal<?> t : many) sum += (Integer) t.get();
        System.out.println(sum);
    }
}
