//@ check: livelock

import java.util.concurrent.atomic.AtomicBoolean;

// A spin lock that one of its users does not give back on an early return.

public class SpinLockIsLeft {
    static final AtomicBoolean HELD = new AtomicBoolean();
    static int count;

    static void add(boolean isHasty) {
        while (!HELD.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        count++;
        if (isHasty && count == 2) {
            return;
        }
        HELD.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(false));
        Thread third = new Thread(() -> add(true));
        other.start();
        third.start();
        add(false);
        other.join();
        third.join();
    }
}
