//@ run-native
//@ jdk: 25+
// Virtual threads, their executors, and scoped values.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreads {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static int counter;

    public static void main(String[] args) throws Exception {
        Thread one = Thread.ofVirtual().name("first").start(() -> {
            Thread self = Thread.currentThread();
            System.out.println(self.getName() + " " + self.isVirtual() + " " + self.isDaemon() + " " + self.getThreadGroup().getName());
        });
        one.join();
        System.out.println(one.isAlive() + " " + one.getState());
        try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                int number = i;
                results.add(pool.submit(() -> {
                    Thread.sleep(1);
                    return number * number;
                }));
            }
            int sum = 0;
            for (Future<Integer> result : results) {
                sum += result.get();
            }
            System.out.println(sum);
        }
        ReentrantLock lock = new ReentrantLock();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                lock.lock();
                try {
                    counter++;
                } finally {
                    lock.unlock();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(counter);
        scoped();
        var names = ConcurrentHashMap.<String>newKeySet();
        var factory = Thread.ofVirtual().name("numbered-", 0).factory();
        Thread a = factory.newThread(() -> names.add(Thread.currentThread().getName()));
        Thread b = factory.newThread(() -> names.add(Thread.currentThread().getName()));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(names.stream().sorted().toList());
    }

    static void scoped() {
        System.out.println(USER.isBound() + " " + USER.orElse("nobody"));
        ScopedValue.where(USER, "outer").run(() -> {
            System.out.println(USER.get() + " " + USER.get());
            ScopedValue.where(USER, "inner").run(() -> System.out.println(USER.get()));
            System.out.println(USER.get() + " " + ScopedValue.where(USER, "other").call(() -> USER.get().length()));
        });
        try {
            ScopedValue.where(USER, "x").run(() -> {
                throw new IllegalStateException(USER.get());
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + USER.isBound());
        }
    }
}
