import java.util.ArrayList;
import java.util.List;

/** Those who are registered. It belongs to the environment, and a stub takes its place. */
public class Registry {
    private final List<Watcher> watchers = new ArrayList<>();

    public synchronized void register(Watcher watcher) {
        if (!watchers.contains(watcher)) {
            watchers.add(watcher);
        }
    }

    public synchronized int size() {
        return watchers.size();
    }

    public synchronized Watcher get(int index) {
        return index < watchers.size() ? watchers.get(index) : null;
    }
}
