//@ check: safe
//@ outputs: back

// Nobody notifies, and the wait ends all the same.

public class TimedWaitReturns {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        synchronized (LOCK) {
            LOCK.wait(1);
        }
        System.out.print("back");
    }
}
