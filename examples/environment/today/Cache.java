import java.util.HashMap;
import java.util.Map;

/**
 * A cache that loads outside of its lock. The unit of Cache.env. Two threads that miss together load twice, and the second value takes the place of
 * one that somebody has got already.
 */
public class Cache {
    private final Store store;
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> handedOut = new HashMap<>();

    public Cache(Store store) {
        this.store = store;
    }

    public String get(String key) {
        String value;
        synchronized (this) {
            value = values.get(key);
        }
        if (value == null) {
            value = store.load(key);
            if (value == null) {
                return null;
            }
            value = keep(key, value);
        }
        check(key, value);
        return value;
    }

    synchronized String keep(String key, String value) {
        values.put(key, value);
        return value;
    }

    private synchronized void check(String key, String value) {
        String before = handedOut.put(key, value);
        assert before == null || before.equals(value) : key + " has changed";
    }
}
