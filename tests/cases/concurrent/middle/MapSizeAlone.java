//@ check: safe
// Whoever asks when all others have come to their end sees no call in the middle.
import java.util.concurrent.ConcurrentHashMap;

public class MapSizeAlone {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread[] others = new Thread[2];
        for (int i = 0; i < others.length; i++) {
            int key = i;
            others[i] = new Thread(() -> map.put(key, key));
            others[i].start();
        }
        for (Thread other : others) {
            other.join();
        }
        assert map.size() == others.length;
    }
}
