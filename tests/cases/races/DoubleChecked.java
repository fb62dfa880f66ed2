//@ check: race
//@ options: --races
// Double-checked locking without volatile.

public class DoubleChecked {
    int content = 1;
    static DoubleChecked instance;

    static DoubleChecked get() {
        if (instance == null) {
            synchronized (DoubleChecked.class) {
                if (instance == null) {
                    instance = new DoubleChecked();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> get());
        other.start();
        assert get().content == 1;
        other.join();
    }
}
