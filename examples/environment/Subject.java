import java.util.Vector;

/** Watchers register with a subject, and are told when it changes. The unit of Observer.env. */
public class Subject {
    private boolean changed = false;
    private final Registry watchers = new Registry();

    public void change() {
        markChanged();
        notifyWatchers();
    }

    public synchronized void add(Watcher watcher) {
        watchers.register(watcher);
    }

    public synchronized void delete(Watcher watcher) {
        watchers.unregister(watcher);
    }

    /** Whoever is registered is told. The lock is given up too early: a watcher that leaves now is told all the same. */
    public void notifyWatchers() {
        Vector<Watcher> present;
        synchronized (this) {
            if (!changed) {
                return;
            }
            present = watchers.copy();
            changed = false;
        }
        for (Watcher watcher : present) {
            assert watcher.registered : "told though it has left";
            watcher.update();
        }
    }

    private synchronized void markChanged() {
        changed = true;
    }
}
