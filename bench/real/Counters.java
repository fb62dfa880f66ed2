// Three threads count in a ConcurrentHashMap.
import java.util.concurrent.*;

public class Counters {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        Runnable count = () -> counts.merge("a", 1, Integer::sum);
        Thread[] threads = {new Thread(count), new Thread(count), new Thread(count)};
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        assert counts.get("a") == 3;
    }
}
