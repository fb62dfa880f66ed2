//@ run-native
// Exercises InheritableThreadLocal: copies taken when a thread is made, childValue, shared objects, and three generations.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class InheritedValues {
    private static final InheritableThreadLocal<String> PATH = new InheritableThreadLocal<>() {
        @Override
        protected String childValue(String parentValue) {
            return parentValue + "/child";
        }

        @Override
        protected String initialValue() {
            return "root";
        }
    };
    private static final InheritableThreadLocal<List<String>> SHARED = new InheritableThreadLocal<>();
    private static final ThreadLocal<String> PRIVATE = ThreadLocal.withInitial(() -> "fresh");

    private static void runAndJoin(Thread thread) {
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void generation(int left) {
        SHARED.get().add(PATH.get() + ":" + PRIVATE.get());
        PRIVATE.set("used");
        if (left > 0) {
            runAndJoin(new Thread(() -> generation(left - 1)));
        }
    }

    public static void main(String[] args) {
        Thread before = new Thread(() -> System.out.println("made before the first get: " + PATH.get()));
        runAndJoin(before);
        System.out.println("main: " + PATH.get());
        SHARED.set(Collections.synchronizedList(new ArrayList<>()));
        PRIVATE.set("of main");
        generation(3);
        System.out.println(SHARED.get());

        PATH.set("first");
        Thread snapshot = new Thread(() -> System.out.println("snapshot: " + PATH.get()));
        PATH.set("second");
        runAndJoin(snapshot);

        Thread changing = new Thread(() -> {
            PATH.set("changed by the child");
            SHARED.get().clear();
        });
        runAndJoin(changing);
        System.out.println("main still has " + PATH.get() + ", the shared list is " + SHARED.get());

        runAndJoin(new Thread(null, () -> System.out.println("without inheritance: " + PATH.get()
            + " " + SHARED.get()), "isolated", 0, false));
        PATH.remove();
        runAndJoin(new Thread(() -> System.out.println("after removal in the parent: " + PATH.get())));
        System.out.println("main again: " + PATH.get());
    }
}
