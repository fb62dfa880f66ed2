//@ holds: ctl EF ("main.ready" && EF "main.value == 1" && EF "main.value == 2")
// A choice is open until it is made: others may come first.
import jaywalk.Verify;

public class OpenChoice {
    static volatile boolean go, ready;
    static volatile int value;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            while (!go) {
                Thread.yield();
            }
            ready = true;
        });
        other.start();
        int[] local = new int[2];
        go = true;
        local[0] = 1;
        local[1] = local[0] + 1;
        value = local[Verify.getInt(0, 1)];
        other.join();
    }
}
