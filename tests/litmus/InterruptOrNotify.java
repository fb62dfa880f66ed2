//= interrupted false
//= returned false
//= returned true
/** One waiter is notified and interrupted, in any order: either counts, and an interrupt is never lost. */
class InterruptOrNotify {
    static final Object lock = new Object();
    static boolean waits;

    public static void main(String[] args) throws Exception {
        Thread waiter = new Thread(() -> {
            String how;
            synchronized (lock) {
                waits = true;
                lock.notifyAll();
                try {
                    lock.wait();
                    how = "returned ";
                } catch (InterruptedException e) {
                    how = "interrupted ";
                }
            }
            System.out.println(how + Thread.currentThread().isInterrupted());
        });
        Thread notifier = new Thread(() -> {
            Pause.here();
            synchronized (lock) {
                lock.notify();
            }
        });
        synchronized (lock) {
            waiter.start();
            while (!waits) {
                lock.wait();
            }
        }
        notifier.start();
        Pause.here();
        waiter.interrupt();
    }
}
