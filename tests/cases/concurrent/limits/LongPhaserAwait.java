//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class LongPhaserAwait {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(1);
        Thread other = new Thread(() -> {
            phaser.arrive();
        });
        other.setDaemon(true);
        other.start();
        boolean isInTime;
        try {
            isInTime = phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS) == 1;
        } catch (TimeoutException e) {
            isInTime = false;
        }
        System.out.print(isInTime);
    }
}
