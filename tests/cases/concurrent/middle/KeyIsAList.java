//@ check: assertion
// A call of a concurrent list is one operation on that list. What it is given is compared element by element, and may change meanwhile.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

public class KeyIsAList {
    static final List<Integer> KEY = new ArrayList<>(List.of(1, 1));

    public static void main(String[] args) throws Exception {
        CopyOnWriteArrayList<Object> lists = new CopyOnWriteArrayList<>();
        lists.add(List.of(1, 5));
        Thread writer = new Thread(() -> {
            KEY.set(0, 7);
            KEY.set(1, 5);
        });
        writer.start();
        assert !lists.contains(KEY) : "it never was 1, 5";
        writer.join();
    }
}
