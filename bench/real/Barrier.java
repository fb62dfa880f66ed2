// Three threads meet at a barrier, whose action runs once.
import java.util.concurrent.*;

public class Barrier {
    public static void main(String[] args) throws Exception {
        int[] met = new int[1];
        CyclicBarrier barrier = new CyclicBarrier(3, () -> met[0]++);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    barrier.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        barrier.await();
        assert met[0] == 1;
    }
}
