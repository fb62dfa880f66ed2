// Two threads count a latch down for a third.
import java.util.concurrent.*;

public class Latch {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        int[] done = new int[2];
        for (int i = 0; i < 2; i++) {
            int which = i;
            new Thread(() -> {
                done[which] = 1;
                latch.countDown();
            }).start();
        }
        latch.await();
        assert done[0] + done[1] == 2;
    }
}
