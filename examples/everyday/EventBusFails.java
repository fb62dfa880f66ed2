//@ check: exception
// Listeners are kept in a plain list: one that comes while an event is delivered breaks the delivery. Expected: exception.

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

public class EventBusFails {
    private final List<Consumer<String>> listeners = new ArrayList<>();

    void subscribe(Consumer<String> listener) {
        listeners.add(listener);
    }

    void publish(String event) {
        for (Consumer<String> listener : listeners) {
            listener.accept(event);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventBusFails bus = new EventBusFails();
        bus.subscribe(event -> { });
        Thread late = new Thread(() -> bus.subscribe(event -> { }), "late");
        late.start();
        bus.publish("opened");
        late.join();
    }
}
