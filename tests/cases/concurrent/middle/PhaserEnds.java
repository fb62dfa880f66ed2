//@ check: assertion
// Between the last arrival and the next phase the phaser may be terminated: then that phase never comes.
import java.util.concurrent.Phaser;

public class PhaserEnds {
    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2);
        phaser.arrive();
        int[] arrived = new int[1];
        Thread other = new Thread(() -> arrived[0] = phaser.arrive());
        other.start();
        phaser.forceTermination();
        other.join();
        assert arrived[0] != 0 || phaser.getPhase() != Integer.MIN_VALUE : "all had arrived, and the phase is the same";
    }
}
