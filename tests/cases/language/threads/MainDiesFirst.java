//@ run-native
// Exercises an uncaught exception in main while another user thread continues: exit code 1 after the other thread ends.
public class MainDiesFirst {
    static final Object LOCK = new Object();
    static int stage;

    static class Survivor extends Thread {
        private final Thread main;

        Survivor(Thread main) { this.main = main; }

        @Override
        public void run() {
            try {
                synchronized (LOCK) {
                    stage = 1;
                    LOCK.notifyAll();
                }
                main.join();
                System.out.println("main is " + main.getState());
                int sum = 0;
                for (int i = 0; i < 1000; i++) sum += i;
                System.out.println("survivor finished with " + sum);
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    static void fail(String why) {
        throw new IllegalStateException(why);
    }

    public static void main(String[] args) throws InterruptedException {
        Survivor s = new Survivor(Thread.currentThread());
        s.start();
        synchronized (LOCK) {
            while (stage == 0) LOCK.wait();
        }
        System.out.println("main fails now");
        fail("main gives up");
    }
}
