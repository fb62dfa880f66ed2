//@ check: deadlock
//@ holds: ltl F (main.first && F G main.first)
//@ fails: ltl F main.both
//@ fails: ltl fair F main.both
//@ fails: ctl AF main.both
//@ holds: ctl EF main.both
//@ holds: ctl EF EG !main.both
//@ fails: ctl AG EF main.both
// A deadlocked run repeats its last state for ever, and so does one that has ended.

public class Stuck {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static volatile boolean first;
    static volatile boolean both;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (RIGHT) {
                synchronized (LEFT) {
                    first = true;
                }
            }
        });
        first = true;
        other.start();
        synchronized (LEFT) {
            synchronized (RIGHT) {
                first = true;
            }
        }
        other.join();
        both = true;
    }
}
