//@ check: exception
//@ options: --heap 24
// All that is made stays alive, so the error is the program's own.
import java.util.ArrayList;
import java.util.List;

public class MemoryIsFull {
    private static final List<byte[]> KEPT = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> KEPT.add(new byte[1 << 20]));
        other.start();
        other.join();
        for (int i = 0; i < 100; i++) {
            KEPT.add(new byte[1 << 20]);
        }
    }
}
