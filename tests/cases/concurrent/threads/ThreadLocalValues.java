//@ run-native
// Exercises ThreadLocal: initial values per thread, removal, many locals at once, and values that do not leak between threads.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

public class ThreadLocalValues {
    private static final AtomicInteger CREATED = new AtomicInteger();
    private static final ThreadLocal<StringBuilder> TEXT = ThreadLocal.withInitial(() -> {
        CREATED.incrementAndGet();
        return new StringBuilder();
    });
    private static final ThreadLocal<Integer> DEPTH = new ThreadLocal<>() {
        @Override
        protected Integer initialValue() {
            return 10;
        }
    };
    private static final ThreadLocal<String> PLAIN = new ThreadLocal<>();

    private static String work(int id) {
        for (int i = 0; i < 5; i++) {
            TEXT.get().append(id);
            DEPTH.set(DEPTH.get() + id);
        }
        return TEXT.get() + "/" + DEPTH.get() + "/" + PLAIN.get();
    }

    public static void main(String[] args) throws InterruptedException {
        PLAIN.set("main only");
        TEXT.get().append("main");
        String[] results = new String[4];
        Thread[] threads = new Thread[results.length];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> results[id] = work(id));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(String.join(" ", results) + " created " + CREATED);
        System.out.println(TEXT.get() + " " + DEPTH.get() + " " + PLAIN.get());

        TEXT.remove();
        System.out.println("[" + TEXT.get() + "] created " + CREATED);
        DEPTH.set(null);
        System.out.println(DEPTH.get());
        DEPTH.remove();
        System.out.println(DEPTH.get());
        PLAIN.remove();
        System.out.println(PLAIN.get());

        List<ThreadLocal<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int value = i;
            many.add(ThreadLocal.withInitial(() -> value));
        }
        for (int i = 0; i < many.size(); i += 2) {
            many.get(i).set(-many.get(i).get());
        }
        for (int i = 0; i < many.size(); i += 3) {
            many.get(i).remove();
        }
        System.out.println(many.stream().map(ThreadLocal::get).limit(14).map(String::valueOf)
            .collect(Collectors.joining(" ")) + " sum " + many.stream().mapToInt(ThreadLocal::get).sum());

        ThreadLocal<Integer> failing = ThreadLocal.withInitial(() -> {
            throw new IllegalStateException("no value " + CREATED.incrementAndGet());
        });
        for (int i = 0; i < 2; i++) {
            try {
                failing.get();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
