import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Contents {
    static final Map<String, Integer> stock = new HashMap<>();
    static final ConcurrentHashMap<String, List<Integer>> orders = new ConcurrentHashMap<>();
    static final Deque<String> queue = new ArrayDeque<>();
    static final BlockingQueue<String> channel = new LinkedBlockingQueue<>();
    static final TreeMap<Integer, String> sorted = new TreeMap<>();
    static final Set<String> names = new LinkedHashSet<>();
    static final AtomicInteger sold = new AtomicInteger();
    static final AtomicBoolean open = new AtomicBoolean(true);
    static final ReentrantLock lock = new ReentrantLock();
    static final Semaphore permits = new Semaphore(3);
    static final CountDownLatch latch = new CountDownLatch(2);

    public static void main(String[] args) throws Exception {
        stock.put("apples", 3);
        stock.put("pears", 5);
        orders.computeIfAbsent("ann", key -> new ArrayList<>()).add(7);
        queue.add("first"); queue.add("second"); queue.poll(); queue.add("third");
        channel.put("hello");
        sorted.put(2, "two"); sorted.put(1, "one");
        names.add("x"); names.add("y");
        permits.acquire();
        latch.countDown();
        Thread other = new Thread(() -> { sold.incrementAndGet(); open.set(false); }, "other");
        lock.lock();
        other.start();
        other.join();
        assert sold.get() != 1;
    }
}
