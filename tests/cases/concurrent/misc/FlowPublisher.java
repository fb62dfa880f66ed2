//@ run-native
// Exercises SubmissionPublisher: subscribers with demand of one, several subscribers, offers with drops, and closing.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

public class FlowPublisher {
    static class Collecting implements Flow.Subscriber<Integer> {
        private final List<Integer> items = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch finished = new CountDownLatch(1);
        private final int limit;
        private Flow.Subscription subscription;
        private volatile String end = "open";

        Collecting(int limit) {
            this.limit = limit;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(1);
        }

        @Override
        public void onNext(Integer item) {
            items.add(item);
            if (items.size() == limit) {
                subscription.cancel();
                end = "cancelled";
                finished.countDown();
            } else {
                subscription.request(1);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            end = "error " + thrown.getMessage();
            finished.countDown();
        }

        @Override
        public void onComplete() {
            end = "complete";
            finished.countDown();
        }

        String result() throws InterruptedException {
            finished.await();
            return items + " " + end;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Collecting all = new Collecting(1000);
        Collecting three = new Collecting(3);
        Collecting late = new Collecting(1000);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 4)) {
            publisher.subscribe(all);
            publisher.subscribe(three);
            System.out.println("subscribers " + publisher.getNumberOfSubscribers() + " capacity "
                + publisher.getMaxBufferCapacity());
            for (int n = 0; n < 12; n++) {
                publisher.submit(n * n);
            }
            System.out.println(three.result());
            publisher.subscribe(late);
            publisher.submit(1000);
            System.out.println("closed " + publisher.isClosed());
        }
        System.out.println(all.result());
        System.out.println(late.result());

        SubmissionPublisher<Integer> failing = new SubmissionPublisher<>(pool, 8);
        Collecting unlucky = new Collecting(1000);
        failing.subscribe(unlucky);
        failing.submit(7);
        failing.closeExceptionally(new IllegalStateException("broken pipe"));
        System.out.println(unlucky.result().replaceAll("\\[.*\\] ", "") + " " + failing.getClosedException().getMessage());
        try {
            failing.submit(8);
        } catch (IllegalStateException e) {
            System.out.println("closed to more");
        }
        Collecting after = new Collecting(1);
        failing.subscribe(after);
        System.out.println(after.result());

        SubmissionPublisher<Integer> source = new SubmissionPublisher<>(pool, 16);
        List<Integer> consumed = Collections.synchronizedList(new ArrayList<>());
        var done = source.consume(consumed::add);
        for (int n = 1; n <= 5; n++) {
            source.submit(n);
        }
        source.close();
        done.get(1, TimeUnit.HOURS);
        System.out.println("consumed " + consumed + " " + source.hasSubscribers());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
