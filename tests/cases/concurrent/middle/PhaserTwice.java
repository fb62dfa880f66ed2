//@ check: exception
// Between the last arrival and the next phase nobody is left to arrive: who does gets an exception.
import java.util.concurrent.Phaser;

public class PhaserTwice {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        new Thread(phaser::arrive).start();
        phaser.arrive();
    }
}
