import java.util.HashMap;
import java.util.Map;

/** As Cache, but the first value that is kept stays. The unit of SafeCache.env. */
public class SafeCache {
    private final Store store;
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> handedOut = new HashMap<>();

    public SafeCache(Store store) {
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

    private synchronized String keep(String key, String value) {
        String known = values.putIfAbsent(key, value);
        return known == null ? value : known;
    }

    private synchronized void check(String key, String value) {
        String before = handedOut.put(key, value);
        assert before == null || before.equals(value) : key + " has changed";
    }
}
