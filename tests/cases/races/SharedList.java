//@ check: race
//@ options: --races
// A list of the library that two threads add to without a lock.
import java.util.ArrayList;
import java.util.List;

public class SharedList {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = new ArrayList<>();
        Thread other = new Thread(() -> names.add("b"));
        other.start();
        names.add("a");
        other.join();
    }
}
