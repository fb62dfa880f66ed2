//@ check: assertion
// Who arrives last at a phaser of another one arrives there too, a little later.
import java.util.concurrent.Phaser;

public class PhaserOfPhaser {
    public static void main(String[] args) throws Exception {
        Phaser root = new Phaser(1);
        Phaser child = new Phaser(root, 1);
        Thread other = new Thread(child::arrive);
        other.start();
        assert child.getUnarrivedParties() == 1 || root.getUnarrivedParties() == 1 : "arrived below, and not above";
        other.join();
    }
}
