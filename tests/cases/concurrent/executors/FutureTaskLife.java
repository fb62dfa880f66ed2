//@ run-native
// Exercises FutureTask: run once, waited for by several threads, cancelled before and while running, and reset runs.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class FutureTaskLife {
    static class Repeating extends FutureTask<Integer> {
        private final AtomicInteger dones = new AtomicInteger();

        Repeating(AtomicInteger counter) {
            super(counter::incrementAndGet);
        }

        boolean again() {
            return runAndReset();
        }

        @Override
        protected void done() {
            dones.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger runs = new AtomicInteger();
        FutureTask<Integer> task = new FutureTask<>(() -> runs.incrementAndGet() * 10);
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            boolean runner = i % 2 == 0;
            threads.add(new Thread(() -> {
                if (runner) {
                    task.run();
                }
                try {
                    seen.add(task.get());
                } catch (InterruptedException | ExecutionException e) {
                    seen.add(-1);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("runs " + runs + " seen " + seen + " " + task.toString().replaceAll(".*\\[", "["));

        FutureTask<String> early = new FutureTask<>(() -> "never");
        System.out.println("cancel " + early.cancel(false) + " again " + early.cancel(true) + " done " + early.isDone());
        early.run();
        try {
            early.get();
        } catch (CancellationException e) {
            System.out.println("cancelled before its run");
        }

        CountDownLatch inside = new CountDownLatch(1);
        StringBuffer log = new StringBuffer();
        FutureTask<String> late = new FutureTask<>(() -> {
            inside.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                log.append("interrupted inside");
                throw e;
            }
            return "unreachable";
        });
        Thread thread = new Thread(late);
        thread.start();
        inside.await();
        try {
            late.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("not yet");
        }
        System.out.println("cancel " + late.cancel(true) + " " + late.isCancelled());
        thread.join();
        System.out.println(log);

        FutureTask<String> failing = new FutureTask<>(() -> {
            throw new Exception("checked");
        });
        failing.run();
        try {
            failing.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " cancel " + failing.cancel(true));
        }
        AtomicInteger counter = new AtomicInteger();
        Repeating repeating = new Repeating(counter);
        System.out.println(repeating.again() + " " + repeating.again() + " done " + repeating.isDone());
        repeating.run();
        System.out.println(repeating.get() + " " + repeating.again() + " dones " + repeating.dones + " " + counter);
    }
}
