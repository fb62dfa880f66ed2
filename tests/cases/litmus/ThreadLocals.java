//@ check: safe
//@ outputs: 0 1 1

// Each thread has its own; an inheritable one is taken over when a thread is made.

public class ThreadLocals {
    static final ThreadLocal<Integer> OWN = ThreadLocal.withInitial(() -> 0);
    static final InheritableThreadLocal<Integer> TAKEN = new InheritableThreadLocal<>();
    static volatile String other;

    static {
        TAKEN.set(1);
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            other = OWN.get() + " " + TAKEN.get();
            TAKEN.set(5);
        });
        OWN.set(1);
        t.start();
        t.join();
        System.out.print(other + " " + OWN.get());
    }
}
