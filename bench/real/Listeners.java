// A listener is added while another thread notifies all.
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Listeners {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();
        AtomicInteger told = new AtomicInteger();
        listeners.add(told::incrementAndGet);
        Thread adds = new Thread(() -> listeners.add(told::incrementAndGet));
        adds.start();
        for (Runnable listener : listeners) listener.run();
        adds.join();
        assert told.get() >= 1 && told.get() <= 2;
    }
}
