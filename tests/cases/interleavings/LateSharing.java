//@ check: safe
//@ structures: 4
// An object that is private at first is watched from the moment on which others can reach it.
import jaywalk.Verify;

public class LateSharing {
    static final class Box {
        int value;
        Box next;
    }

    static Box published;

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[1];
        together(() -> {
            Box box = new Box();
            Box inner = new Box();
            inner.value = 1;
            box.next = inner;
            published = box;
            inner.value = 2;
            inner.value = 3;
        }, () -> {
            Box box = published;
            seen[0] = box == null ? 0 : box.next.value;
        });
        Verify.stopIfVisited(seen);
    }

    static void together(Runnable... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
