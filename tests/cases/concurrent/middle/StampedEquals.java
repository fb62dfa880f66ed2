//@ check: assertion
// An equal pair that is put in its place makes a compare-and-set fail.
import java.util.concurrent.atomic.AtomicStampedReference;

public class StampedEquals {
    public static void main(String[] args) {
        AtomicStampedReference<String> reference = new AtomicStampedReference<>("b", 0);
        new Thread(() -> reference.set("a", 0)).start();
        reference.set("a", 0);
        assert reference.compareAndSet("a", "c", 0, 0) : "it was equal all the time";
    }
}
