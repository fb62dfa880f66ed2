//@ check: assertion
//@ options: --weak-cas
// A weak compare-and-set may fail though nobody else is there.
import java.util.concurrent.atomic.AtomicInteger;

public class WeakCompareAndSet {
    public static void main(String[] args) {
        AtomicInteger number = new AtomicInteger();
        assert number.weakCompareAndSetPlain(0, 1) : "failed for no reason";
    }
}
