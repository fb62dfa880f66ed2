//= interrupted, returned
//= returned with flag, woken last
//= returned, woken last
//= interrupted, woken last
/** Of two waiters one is interrupted while somebody notifies one of them. */
class NotifyIsNotLost {
    static final Object lock = new Object();
    static int waiting;
    static boolean last;
    static final String[] how = new String[2];

    static void await(int number) {
        synchronized (lock) {
            waiting++;
            try {
                lock.wait();
                boolean flag = Thread.currentThread().isInterrupted();
                how[number] = last ? "woken last" : flag ? "returned with flag" : "returned";
            } catch (InterruptedException e) {
                how[number] = "interrupted";
            }
        }
    }

    static boolean bothWait() {
        synchronized (lock) {
            return waiting == 2;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread one = new Thread(() -> await(0)), two = new Thread(() -> await(1));
        one.start();
        two.start();
        while (!bothWait()) {
            Thread.yield();
        }
        Thread notifier = new Thread(() -> {
            Pause.here();
            synchronized (lock) {
                lock.notify();
            }
        });
        notifier.start();
        Pause.here();
        one.interrupt();
        notifier.join();
        one.join();
        synchronized (lock) {
            last = true;
            lock.notifyAll();
        }
        two.join();
        System.out.println(how[0] + ", " + how[1]);
    }
}
