/** Watchers register with a subject, and are told when it changes. The unit of Observer.env. */
public class Subject {
    private final Registry watchers = new Registry();

    /** The registry knows the watcher before it is marked: whoever looks in between tells it too early. */
    public void add(Watcher watcher) {
        watchers.register(watcher);
        watcher.registered = true;
    }

    public void change() {
        for (int i = 0; i < watchers.size(); i++) {
            Watcher watcher = watchers.get(i);
            if (watcher != null) {
                watcher.update();
            }
        }
    }
}
