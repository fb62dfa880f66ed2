//@ run-native
// Time passes while somebody computes: who spins until a sleeper has woken does not spin for ever.
public class SpinsBesideASleeper {
    private static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        Thread spins = new Thread(() -> {
            long rounds = 0;
            while (!stop) {
                rounds++;
            }
            System.out.println("stopped " + (rounds > 0));
        });
        spins.start();
        Thread.sleep(5);
        stop = true;
        spins.join();
        Object monitor = new Object();
        Thread computes = new Thread(() -> {
            while (stop) {
                Thread.onSpinWait();
            }
        });
        computes.start();
        synchronized (monitor) {
            monitor.wait(3);
        }
        stop = false;
        computes.join();
        System.out.println("over");
    }
}
