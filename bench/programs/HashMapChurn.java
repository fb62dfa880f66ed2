// HashMap with Integer and String keys under put, get, merge and remove: measures allocation, hashing and virtual calls.
import java.util.HashMap;
import java.util.Map;

public class HashMapChurn {
    private static final int DEFAULT_OPERATIONS = 650_000;
    private static final int INTEGER_KEYS = 20_000;
    private static final int STRING_KEYS = 2_000;

    public static void main(String[] args) {
        int operations = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_OPERATIONS;
        System.out.println("churn " + operations + " " + integers(operations) + " " + strings(operations / 4));
    }

    private static long integers(int operations) {
        Map<Integer, Integer> map = new HashMap<>();
        long checksum = 0;
        int state = 1;
        for (int i = 0; i < operations; i++) {
            state = state * 1_103_515_245 + 12_345;
            int key = (state >>> 8) % INTEGER_KEYS;
            switch (state >>> 30) {
                case 0 -> map.put(key, i);
                case 1 -> checksum += map.getOrDefault(key, -1);
                case 2 -> map.merge(key, 1, Integer::sum);
                default -> checksum += map.remove(key) == null ? 1 : 2;
            }
        }
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
            checksum = checksum * 31 + entry.getKey() + entry.getValue();
        }
        return checksum;
    }

    private static long strings(int operations) {
        Map<String, Integer> map = new HashMap<>();
        long checksum = 0;
        int state = 2;
        for (int i = 0; i < operations; i++) {
            state = state * 1_103_515_245 + 12_345;
            String key = "key-" + (state >>> 8) % STRING_KEYS;
            Integer old = map.put(key, i);
            checksum += old == null ? 3 : old & 7;
            if (i % 3 == 0) {
                map.remove("key-" + i % STRING_KEYS);
            }
        }
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            checksum += entry.getKey().hashCode() ^ entry.getValue();
        }
        return checksum * 31 + map.size();
    }
}
