//@ check: safe
// Two threads compute a value once.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class SharedCache {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> cache = new ConcurrentHashMap<>();
        AtomicInteger computed = new AtomicInteger();
        Runnable look = () -> cache.computeIfAbsent(7, key -> computed.incrementAndGet());
        Thread one = new Thread(look);
        Thread two = new Thread(look);
        one.start();
        two.start();
        one.join();
        two.join();
        assert computed.get() == 1;
    }
}
