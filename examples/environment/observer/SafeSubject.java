/** As Subject, with the lock that was missing. The unit of Safe.env. */
public class SafeSubject {
    private final Registry watchers = new Registry();

    public synchronized void add(Watcher watcher) {
        watchers.register(watcher);
        watcher.registered = true;
    }

    public synchronized void change() {
        for (int i = 0; i < watchers.size(); i++) {
            Watcher watcher = watchers.get(i);
            if (watcher != null) {
                watcher.update();
            }
        }
    }
}
