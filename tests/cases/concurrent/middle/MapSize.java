//@ check: assertion
// An element is in the map before it is counted: calls that are whole among themselves are not beside size().
import java.util.concurrent.ConcurrentHashMap;

public class MapSize {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.put(2, 2));
        other.start();
        assert !map.containsKey(2) || map.size() == 1 : "there, and not counted";
        other.join();
    }
}
