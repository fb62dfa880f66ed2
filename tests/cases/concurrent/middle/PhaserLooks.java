//@ check: assertion
// Nobody is left to arrive, and the phase is still the old one.
import java.util.concurrent.Phaser;

public class PhaserLooks {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        phaser.arrive();
        Thread other = new Thread(phaser::arrive);
        other.start();
        assert phaser.getUnarrivedParties() > 0 : "nobody left";
        other.join();
    }
}
