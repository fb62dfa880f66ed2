import java.util.Vector;

/** Those who are registered. It belongs to the environment of Observer.env. */
public class Registry {
    private final Vector<Watcher> watchers = new Vector<>();

    public boolean register(Watcher watcher) {
        if (watchers.contains(watcher)) {
            return false;
        }
        watcher.registered = true;
        watchers.addElement(watcher);
        return true;
    }

    public boolean unregister(Watcher watcher) {
        watcher.registered = false;
        return watchers.removeElement(watcher);
    }

    public Vector<Watcher> copy() {
        return new Vector<>(watchers);
    }
}
