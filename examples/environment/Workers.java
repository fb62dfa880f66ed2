/** A barrier that workers meet at again and again. The unit of Workers.env. Its barrier is broken: whoever is slow to wake up misses the next round. */
public class Workers {
    private final int parties;
    private int waiting;

    public Workers(int parties) {
        this.parties = parties;
    }

    public synchronized void meet() throws InterruptedException {
        waiting++;
        if (waiting == parties) {
            waiting = 0;
            notifyAll();
            return;
        }
        while (waiting != 0) {
            wait();
        }
    }
}
