//@ check: safe
//@ options: --races
// What the library's concurrent classes do inside themselves is no race of the program.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class MadeForSharing {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
        LinkedBlockingQueue<List<String>> queue = new LinkedBlockingQueue<>();
        Thread other = new Thread(() -> {
            count.incrementAndGet();
            map.merge("a", 1, Integer::sum);
            list.add("b");
            List<String> own = new ArrayList<>();
            own.add("x");
            queue.add(own);
        });
        other.start();
        count.incrementAndGet();
        map.merge("a", 1, Integer::sum);
        list.add("a");
        // What comes through a queue has been written before.
        queue.take().add("y");
        other.join();
        assert count.get() == 2 && map.get("a") == 2 && list.size() == 2;
    }
}
