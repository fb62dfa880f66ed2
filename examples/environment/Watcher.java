/** Who wants to know of changes. */
public class Watcher {
    public volatile boolean registered = false;
    int updates = 0;

    public void update() {
        updates = 1;
    }
}
