//@ check: race
//@ options: --races
// One thread puts into a map what another looks for.
import java.util.HashMap;
import java.util.Map;

public class SharedMap {
    static final Map<String, Integer> ages = new HashMap<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> ages.put("a", 1));
        other.start();
        ages.get("a");
        other.join();
    }
}
