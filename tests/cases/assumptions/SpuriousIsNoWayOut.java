//@ check: deadlock
//@ options: --spurious-wakeups
// Nobody notifies: that a wait may end for no reason is nothing to rely on.
public class SpuriousIsNoWayOut {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        synchronized (lock) {
            while (true) {
                lock.wait();
            }
        }
    }
}
