//@ check: safe
// Of long sleeps the one that ends first is over first.
public class OrderOfLongSleeps {
    static volatile int steps;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1500);
                steps++;
                Thread.sleep(1500);
                steps++;
            } catch (InterruptedException e) {
                throw new Error(e);
            }
        });
        thread.start();
        Thread.sleep(2000);
        assert steps == 1;
        Thread.sleep(2000);
        assert steps == 2;
    }
}
