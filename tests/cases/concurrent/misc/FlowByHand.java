//@ run-native
// Exercises the Flow interfaces with a publisher and processors of our own, where demand travels up and items travel down.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.Predicate;

public class FlowByHand {
    /** Publishes a range on the thread that requests, as many items as were asked for. */
    static class Range implements Flow.Publisher<Integer> {
        private final int end;

        Range(int end) {
            this.end = end;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super Integer> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                private int next;
                private long demand;
                private boolean emitting;
                private boolean stopped;

                @Override
                public void request(long n) {
                    if (n <= 0) {
                        stopped = true;
                        subscriber.onError(new IllegalArgumentException("request of " + n));
                        return;
                    }
                    demand += n;
                    if (emitting) {
                        return;
                    }
                    emitting = true;
                    while (demand > 0 && !stopped && next < end) {
                        demand--;
                        subscriber.onNext(next++);
                    }
                    emitting = false;
                    if (next == end && !stopped) {
                        stopped = true;
                        subscriber.onComplete();
                    }
                }

                @Override
                public void cancel() {
                    stopped = true;
                }
            });
        }
    }

    static class Stage<T, R> implements Flow.Processor<T, R> {
        private final Predicate<T> keep;
        private final Function<T, R> map;
        private Flow.Subscription up;
        private Flow.Subscriber<? super R> down;

        Stage(Predicate<T> keep, Function<T, R> map) {
            this.keep = keep;
            this.map = map;
        }

        @Override
        public void subscribe(Flow.Subscriber<? super R> subscriber) {
            down = subscriber;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            up = subscription;
            down.onSubscribe(subscription);
        }

        @Override
        public void onNext(T item) {
            if (keep.test(item)) {
                down.onNext(map.apply(item));
            } else {
                up.request(1);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            down.onError(thrown);
        }

        @Override
        public void onComplete() {
            down.onComplete();
        }
    }

    static class Printing<T> implements Flow.Subscriber<T> {
        private final List<String> log = new ArrayList<>();
        private final LinkedBlockingQueue<List<String>> finished = new LinkedBlockingQueue<>();
        private final int batch;
        private int left;
        private Flow.Subscription subscription;

        Printing(int batch) {
            this.batch = batch;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            left = batch;
            subscription.request(batch);
        }

        @Override
        public void onNext(T item) {
            log.add(String.valueOf(item));
            if (--left == 0) {
                log.add("|");
                left = batch;
                subscription.request(batch);
            }
        }

        @Override
        public void onError(Throwable thrown) {
            log.add(thrown.getMessage());
            finished.add(log);
        }

        @Override
        public void onComplete() {
            log.add("end");
            finished.add(log);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int batch : new int[] {1, 3, 100}) {
            Printing<String> sink = new Printing<>(batch);
            Stage<Integer, Integer> even = new Stage<>(n -> n % 2 == 0, n -> n * n);
            Stage<Integer, String> text = new Stage<>(n -> n != 16, n -> "<" + n + ">");
            text.subscribe(sink);
            even.subscribe(text);
            Thread publishing = new Thread(() -> new Range(10).subscribe(even));
            publishing.start();
            System.out.println(String.join(" ", sink.finished.take()));
            publishing.join();
        }
        Printing<Integer> wrong = new Printing<>(0);
        new Range(3).subscribe(wrong);
        System.out.println(wrong.log + " buffer " + (Flow.defaultBufferSize() > 0));
    }
}
