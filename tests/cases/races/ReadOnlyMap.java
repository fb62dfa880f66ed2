//@ check: safe
//@ options: --races
// A map that is filled before there are others can be read by all, and what it makes for its readers is its own business.
import java.util.HashMap;
import java.util.Map;

public class ReadOnlyMap {
    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> ages = new HashMap<>();
        ages.put("a", 1);
        Thread other = new Thread(() -> {
            assert ages.keySet().size() == 1;
        });
        other.start();
        assert ages.keySet().contains("a") && ages.get("a") == 1;
        other.join();
    }
}
