import java.util.ArrayList;
import java.util.List;

/** A class with a list of listeners. The unit of Model.env. A listener that leaves while it is told breaks the loop. */
public class Model {
    private final List<Listener> listeners = new ArrayList<>();

    public synchronized void add(Listener listener) {
        listeners.add(listener);
    }

    public synchronized void remove(Listener listener) {
        listeners.remove(listener);
    }

    public synchronized void change() {
        for (Listener listener : listeners) {
            listener.changed(this);
        }
    }
}
