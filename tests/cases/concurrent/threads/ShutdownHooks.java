//@ run-native
// Exercises shutdown hooks after main returns: all run, a removed one does not, and the last to finish prints their sorted names.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class ShutdownHooks {
    private static final List<String> RAN = Collections.synchronizedList(new ArrayList<>());
    private static final AtomicInteger LEFT = new AtomicInteger(4);

    private static Thread hook(String name) {
        return new Thread(() -> {
            RAN.add(Thread.currentThread().getName());
            if (LEFT.decrementAndGet() == 0) {
                List<String> sorted = new ArrayList<>(RAN);
                Collections.sort(sorted);
                System.out.println("hooks ran: " + sorted);
                try {
                    Runtime.getRuntime().addShutdownHook(new Thread());
                } catch (IllegalStateException e) {
                    System.out.println("adding: " + e.getMessage());
                }
                try {
                    Runtime.getRuntime().removeShutdownHook(Thread.currentThread());
                } catch (IllegalStateException e) {
                    System.out.println("removing: " + e.getMessage());
                }
            }
        }, name);
    }

    public static void main(String[] args) throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        for (String name : new String[] {"delta", "alpha", "charlie", "bravo"}) {
            runtime.addShutdownHook(hook(name));
        }
        Thread removed = hook("removed");
        runtime.addShutdownHook(removed);
        System.out.println(runtime.removeShutdownHook(removed) + " " + runtime.removeShutdownHook(removed)
            + " " + removed.getState());
        Thread twice = new Thread(() -> { });
        runtime.addShutdownHook(twice);
        try {
            runtime.addShutdownHook(twice);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Thread running = new Thread(() -> {
            synchronized (RAN) {
                RAN.size();
            }
        });
        synchronized (RAN) {
            running.start();
            try {
                runtime.addShutdownHook(running);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        running.join();
        Thread user = new Thread(() -> System.out.println("a user thread after main, hooks so far " + RAN));
        System.out.println("main ends");
        user.start();
    }
}
