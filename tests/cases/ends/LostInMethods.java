//@ check: deadlock
// A place for one thing with two who put and one who takes, by synchronized methods of the class: a notification may reach
// the wrong one of them. Who has been notified does not hold the monitor before it has taken it again.
public class LostInMethods {
    private static int things;

    private static synchronized void put() throws InterruptedException {
        while (things == 1) {
            LostInMethods.class.wait();
        }
        things++;
        LostInMethods.class.notify();
    }

    private static synchronized void take() throws InterruptedException {
        while (things == 0) {
            LostInMethods.class.wait();
        }
        things--;
        LostInMethods.class.notify();
    }

    private static void puts(int count) {
        try {
            for (int i = 0; i < count; i++) {
                put();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> puts(1)).start();
        new Thread(() -> puts(2)).start();
        for (int i = 0; i < 3; i++) {
            take();
        }
    }
}
