import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Strings that are interned before and after a literal with the same text is met, and identity hashes. */
public class Words {
    static class Late {
        static String literal() {
            return "late-literal";
        }

        static final String CONSTANT = "late-constant";
        static String constant = CONSTANT;
    }

    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<Object, String> names = new IdentityHashMap<>();

    private synchronized void count(String word) {
        counts.merge(word, 1, Integer::sum);
    }

    private synchronized void name(Object object, String name) {
        names.put(object, name);
    }

    private void work(int number) {
        String made = new StringBuilder("late-").append("literal").toString().intern();
        count(made == Late.literal() ? "same" : "different");
        String built = ("late-const" + (number >= 0 ? "ant" : "")).intern();
        count(built == Late.constant ? "same constant" : "different constant");
        count(("thread" + number).intern() == ("thread" + number).intern() ? "stable" : "unstable");
        Object[] things = {new Object(), new int[3], new long[90], "text" + number, Words.class, this};
        for (Object thing : things) {
            name(thing, "t" + System.identityHashCode(thing));
            count(System.identityHashCode(thing) == System.identityHashCode(thing) ? "hash" : "no hash");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Words words = new Words();
        Thread other = new Thread(() -> words.work(1));
        other.start();
        words.work(2);
        other.join();
        System.out.println(new java.util.TreeMap<>(words.counts) + " " + words.names.size());
    }
}
