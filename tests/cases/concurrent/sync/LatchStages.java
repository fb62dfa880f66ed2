//@ run-native
// Exercises CountDownLatch as start signal, as finish line, and as a chain of stages that depend on each other.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchStages {
    private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    private static Thread stage(String name, CountDownLatch done, CountDownLatch... needed) {
        Thread thread = new Thread(() -> {
            try {
                for (CountDownLatch latch : needed) {
                    latch.await();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            LOG.add(name);
            done.countDown();
        }, name);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(5);
        int[] results = new int[5];
        for (int i = 0; i < 5; i++) {
            int id = i;
            new Thread(() -> {
                try {
                    start.await();
                    results[id] = id * 100 + 1;
                } catch (InterruptedException e) {
                    results[id] = -1;
                } finally {
                    finish.countDown();
                }
            }).start();
        }
        System.out.println("nobody yet " + finish.getCount() + " " + finish.await(1, TimeUnit.MILLISECONDS));
        start.countDown();
        System.out.println("all done " + finish.await(1, TimeUnit.HOURS) + " " + finish.getCount());
        int sum = 0;
        for (int result : results) {
            sum += result;
        }
        System.out.println("sum " + sum);

        CountDownLatch parsed = new CountDownLatch(1);
        CountDownLatch checked = new CountDownLatch(1);
        CountDownLatch generated = new CountDownLatch(1);
        CountDownLatch linked = new CountDownLatch(1);
        Thread last = stage("link", linked, generated, checked);
        stage("generate", generated, checked);
        stage("check", checked, parsed);
        stage("parse", parsed);
        last.join();
        System.out.println(LOG + " " + linked.getCount());

        CountDownLatch open = new CountDownLatch(0);
        open.await();
        open.countDown();
        System.out.println("zero is open " + open.getCount() + " " + open.await(0, TimeUnit.SECONDS)
            + " " + open.toString().replaceAll(".*\\[", "["));
        Thread.currentThread().interrupt();
        try {
            open.await();
            System.out.println("passes although interrupted");
        } catch (InterruptedException e) {
            System.out.println("interrupted even if open, flag " + Thread.interrupted());
        }
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
