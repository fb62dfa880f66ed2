//@ check: safe

import java.util.concurrent.atomic.AtomicBoolean;

// A spin lock: whoever has it gives it back, so whoever waits for it gets it.

public class SpinLockIsGivenBack {
    static final AtomicBoolean HELD = new AtomicBoolean();
    static int count;

    static void add() {
        while (!HELD.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;
        HELD.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SpinLockIsGivenBack::add);
        other.start();
        add();
        other.join();
        assert count == 2;
    }
}
