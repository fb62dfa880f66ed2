//@ run-native
// Exercises Thread.holdsLock across threads, synchronized methods, class monitors, and monitors on arrays and classes.
import java.util.concurrent.CyclicBarrier;

public class HoldsLockViews {
    private static final Object SHARED = new Object();

    synchronized boolean instanceHeld() {
        return Thread.holdsLock(this) && !Thread.holdsLock(HoldsLockViews.class);
    }

    static synchronized boolean classHeld() {
        return Thread.holdsLock(HoldsLockViews.class);
    }

    synchronized boolean afterException() {
        try {
            throwing();
        } catch (IllegalStateException e) {
            return Thread.holdsLock(this);
        }
        return false;
    }

    synchronized void throwing() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        HoldsLockViews views = new HoldsLockViews();
        System.out.println(views.instanceHeld() + " " + classHeld() + " " + views.afterException()
            + " " + Thread.holdsLock(views));

        CyclicBarrier barrier = new CyclicBarrier(2);
        boolean[] inOther = new boolean[3];
        Thread other = new Thread(() -> {
            try {
                barrier.await();
                inOther[0] = Thread.holdsLock(SHARED);
                barrier.await();
                synchronized (SHARED) {
                    inOther[1] = Thread.holdsLock(SHARED);
                    barrier.await();
                    barrier.await();
                }
                inOther[2] = Thread.holdsLock(SHARED);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        synchronized (SHARED) {
            barrier.await();
            System.out.println("main holds " + Thread.holdsLock(SHARED));
            barrier.await();
        }
        barrier.await();
        System.out.println("main holds " + Thread.holdsLock(SHARED));
        barrier.await();
        other.join();
        System.out.println("other held " + inOther[0] + " " + inOther[1] + " " + inOther[2]);

        int[] array = new int[2];
        synchronized (array) {
            synchronized (int[].class) {
                System.out.println(Thread.holdsLock(array) + " " + Thread.holdsLock(int[].class)
                    + " " + Thread.holdsLock(long[].class) + " " + Thread.holdsLock(array.getClass()));
            }
        }
        String text = new String("monitor");
        synchronized (text) {
            System.out.println(Thread.holdsLock(text) + " " + Thread.holdsLock(text.intern()));
        }
        try {
            Thread.holdsLock(null);
        } catch (NullPointerException e) {
            System.out.println("null has no monitor");
        }
        Object nothing = null;
        try {
            synchronized (nothing) {
                System.out.println("unreachable");
            }
        } catch (NullPointerException e) {
            System.out.println("nor can it be entered");
        }
    }
}
