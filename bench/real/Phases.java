// Two threads go through two phases together.
import java.util.concurrent.*;

public class Phases {
    public static void main(String[] args) {
        Phaser phaser = new Phaser(2);
        int[] seen = new int[2];
        new Thread(() -> {
            seen[0] = 1;
            phaser.arriveAndAwaitAdvance();
            seen[1] = 1;
            phaser.arriveAndAwaitAdvance();
        }).start();
        phaser.arriveAndAwaitAdvance();
        assert seen[0] == 1;
        phaser.arriveAndAwaitAdvance();
        assert seen[1] == 1;
    }
}
