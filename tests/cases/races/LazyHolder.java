//@ check: safe
//@ options: --races
// A class is initialized once, and whoever uses it sees what its initializer wrote.

public class LazyHolder {
    static final class Holder {
        static int value = compute();

        static int compute() {
            return 42;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert Holder.value == 42;
        });
        other.start();
        assert Holder.value == 42;
        other.join();
    }
}
