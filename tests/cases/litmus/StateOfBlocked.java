//@ check: safe
//@ outputs: NEW BLOCKED TERMINATED | NEW RUNNABLE TERMINATED

// Others see what a thread is at.

public class StateOfBlocked {
    static final Object LOCK = new Object();
    static int count;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (LOCK) {
                count++;
            }
        });
        String states = t.getState() + " ";
        synchronized (LOCK) {
            t.start();
            /*~*/
            states += t.getState() + " ";
        }
        t.join();
        System.out.print(states + t.getState());
    }
}
