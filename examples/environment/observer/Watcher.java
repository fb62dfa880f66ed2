/** Who wants to know of changes. */
public class Watcher {
    public volatile boolean registered = false;

    public void update() {
        assert registered : "told though it is not registered";
    }
}
