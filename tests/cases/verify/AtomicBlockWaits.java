//@ check: safe
// Whoever has to wait in an atomic block gives others their turn: for a monitor, for a signal, for the end of a thread.
import gov.nasa.jpf.vm.Verify;

public class AtomicBlockWaits {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                Thread.yield();
                ready = true;
                lock.notify();
            }
        });
        other.start();
        Verify.beginAtomic();
        synchronized (lock) {
            while (!ready) {
                lock.wait();
            }
        }
        other.join();
        Verify.endAtomic();
        assert ready;
    }
}
