//@ run-native
// Exercises the threads of a group: enumeration while they are parked, recursion, interrupting all, and counts after the end.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

public class GroupMembers {
    private static List<String> names(ThreadGroup group, boolean recurse) {
        Thread[] found = new Thread[10];
        int count = group.enumerate(found, recurse);
        return Arrays.stream(found, 0, count).map(Thread::getName).sorted().collect(Collectors.toList());
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup outer = new ThreadGroup("outer");
        ThreadGroup inner = new ThreadGroup(outer, "inner");
        CountDownLatch running = new CountDownLatch(5);
        CountDownLatch never = new CountDownLatch(1);
        List<String> interrupted = new ArrayList<>();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Thread thread = new Thread(i < 3 ? outer : inner, () -> {
                running.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    synchronized (interrupted) {
                        interrupted.add(Thread.currentThread().getName());
                    }
                }
            }, "w" + i);
            all.add(thread);
        }
        System.out.println("before the start " + names(outer, true) + " " + outer.activeCount());
        all.forEach(Thread::start);
        running.await();
        System.out.println("recursive " + names(outer, true) + " " + outer.activeCount());
        System.out.println("direct " + names(outer, false) + ", inner " + names(inner, true));
        System.out.println("groups " + outer.activeGroupCount());

        Thread[] two = new Thread[2];
        System.out.println("room for two: " + outer.enumerate(two) + " " + (two[1] != null));

        inner.interrupt();
        all.get(3).join();
        all.get(4).join();
        interrupted.sort(null);
        System.out.println("inner interrupted " + interrupted + ", left " + names(outer, true));
        outer.interrupt();
        for (Thread thread : all) {
            thread.join();
        }
        interrupted.sort(null);
        System.out.println("all interrupted " + interrupted + ", left " + names(outer, true)
            + " " + outer.activeCount());

        Thread last = new Thread(outer, () -> System.out.println("a group lives on: " + names(outer, false)), "last");
        last.start();
        last.join();
    }
}
