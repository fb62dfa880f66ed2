//@ check: assertion
// The same of a skip list, by what is nested in it.
import java.util.concurrent.ConcurrentSkipListMap;

public class SetIsEmpty {
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
        Thread other = new Thread(() -> map.put(2, 2));
        other.start();
        assert !map.containsKey(2) || map.keySet().size() == 1 : "there, and not counted";
        other.join();
    }
}
