/** Where values come from. It belongs to the environment of Cache.env. */
public interface Store {
    /** The value of a key, or null. */
    String load(String key);
}
