//@ check: safe
//@ structures: 3
// The program ends with its last thread that is no daemon, however far the daemon has come: its steps are seen, its end is not waited for.
import jaywalk.Verify;

public class DaemonsDoNotHold {
    static volatile int steps;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            steps = 1;
            steps = 2;
            synchronized (new Object()) {
                while (true) {
                    Thread.onSpinWait();
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Verify.stopIfVisited(new int[] {steps});
    }
}
