//@ check: safe

// It never ends, but it does something in every round: no livelock.

public class WorksForEver {
    static volatile int side;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            while (true) {
                side = 1 - side;
            }
        });
        other.start();
        while (true) {
            if (side == 2) {
                return;
            }
        }
    }
}
