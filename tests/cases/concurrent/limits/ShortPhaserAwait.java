//@ check: safe
//@ outputs: false | true
// A short limit can pass at any moment.
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ShortPhaserAwait {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(1);
        Thread other = new Thread(() -> {
            phaser.arrive();
        });
        other.setDaemon(true);
        other.start();
        boolean isInTime;
        try {
            isInTime = phaser.awaitAdvanceInterruptibly(0, 100, TimeUnit.MILLISECONDS) == 1;
        } catch (TimeoutException e) {
            isInTime = false;
        }
        System.out.print(isInTime);
    }
}
