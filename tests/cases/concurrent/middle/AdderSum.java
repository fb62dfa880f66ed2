//@ check: assertion
// A sum is no snapshot: it may have what was added later and lack what was added before.
import java.util.concurrent.atomic.LongAdder;

public class AdderSum {
    static volatile boolean hasAdded;

    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        Thread first = new Thread(() -> {
            adder.add(1);
            adder.add(2);
            hasAdded = true;
        });
        Thread second = new Thread(() -> {
            adder.add(10);
            if (hasAdded) {
                adder.add(20);
            }
        });
        first.start();
        second.start();
        long sum = adder.sum();
        assert sum < 20 || sum == 33 : "20 was added after 1 and 2: " + sum;
        first.join();
        second.join();
    }
}
