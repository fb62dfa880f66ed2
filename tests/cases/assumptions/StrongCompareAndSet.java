//@ check: safe
// The same program where it does not; that is an assumption.
import java.util.concurrent.atomic.AtomicInteger;

public class StrongCompareAndSet {
    public static void main(String[] args) {
        AtomicInteger number = new AtomicInteger();
        assert number.weakCompareAndSetPlain(0, 1) : "failed for no reason";
    }
}
