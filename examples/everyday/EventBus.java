//@ check: safe
// Listeners are kept in a list that is copied on write: one may come while an event is delivered. Expected: safe.

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

public class EventBus {
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    void subscribe(Consumer<String> listener) {
        listeners.add(listener);
    }

    void publish(String event) {
        for (Consumer<String> listener : listeners) {
            listener.accept(event);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventBus bus = new EventBus();
        AtomicInteger seen = new AtomicInteger();
        bus.subscribe(event -> seen.incrementAndGet());
        Thread late = new Thread(() -> bus.subscribe(event -> seen.incrementAndGet()), "late");
        late.start();
        bus.publish("opened");
        late.join();
        assert seen.get() == 1 || seen.get() == 2;
    }
}
