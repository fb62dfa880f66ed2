//@ check: safe
// Somebody who sleeps for a moment, looks, and sleeps again, gets nowhere either.
public class LongWaitBesideASleeper {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread sleeper = new Thread(() -> {
            while (!flag) {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        sleeper.start();
        sleeper.join(10_000);
        flag = true;
        sleeper.join();
    }
}
