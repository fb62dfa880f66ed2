//@ run-native
// Exercises java.lang.ref.Cleaner by explicit clean: actions run once, in the calling thread, also from several threads at once.
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class CleanerActions {
    private static final Cleaner CLEANER = Cleaner.create();

    static class Resource implements AutoCloseable {
        /** The state must not refer to the resource, or the resource would never become unreachable. */
        static class State implements Runnable {
            private final String name;
            private boolean open = true;

            State(String name) {
                this.name = name;
            }

            @Override
            public void run() {
                open = false;
                System.out.println("cleaning " + name + " in " + Thread.currentThread().getName());
            }
        }

        private final State state;
        private final Cleaner.Cleanable cleanable;

        Resource(String name) {
            state = new State(name);
            cleanable = CLEANER.register(this, state);
        }

        boolean isOpen() {
            return state.open;
        }

        @Override
        public void close() {
            cleanable.clean();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Resource kept;
        try (Resource first = new Resource("first"); Resource second = new Resource("second")) {
            System.out.println("open " + first.isOpen() + " " + second.isOpen());
            kept = first;
        }
        System.out.println("open " + kept.isOpen());
        kept.close();
        kept.close();

        AtomicInteger runs = new AtomicInteger();
        Object target = new Object();
        Cleaner.Cleanable shared = CLEANER.register(target, runs::incrementAndGet);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(shared::clean));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("runs " + runs);

        Cleaner.Cleanable failing = CLEANER.register(target, () -> {
            throw new IllegalStateException("in the action");
        });
        try {
            failing.clean();
        } catch (IllegalStateException e) {
            System.out.println("thrown to the caller: " + e.getMessage());
        }
        failing.clean();
        Cleaner own = Cleaner.create(work -> {
            Thread thread = new Thread(work, "own cleaner");
            thread.setDaemon(true);
            return thread;
        });
        Resource.State state = new Resource.State("on an own cleaner");
        own.register(target, state).clean();
        for (Runnable wrong : new Runnable[] {() -> CLEANER.register(null, () -> { }),
            () -> CLEANER.register(target, null), () -> Cleaner.create(null)}) {
            try {
                wrong.run();
            } catch (NullPointerException e) {
                System.out.println("refused");
            }
        }
        java.lang.ref.Reference.reachabilityFence(target);
        System.out.println("end");
    }
}
