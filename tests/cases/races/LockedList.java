//@ check: safe
//@ options: --races
// The same list under a lock, and once more behind one of the library's own.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class LockedList {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = new ArrayList<>();
        List<String> behind = Collections.synchronizedList(new ArrayList<>());
        Thread other = new Thread(() -> {
            synchronized (names) {
                names.add("b");
            }
            behind.add("b");
        });
        other.start();
        synchronized (names) {
            names.add("a");
        }
        behind.add("a");
        other.join();
        assert names.size() == 2 && behind.size() == 2;
    }
}
