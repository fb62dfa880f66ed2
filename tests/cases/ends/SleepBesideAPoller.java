//@ check: safe
// A sleep of a second is over where the others do nothing but look whether it is.
public class SleepBesideAPoller {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        Thread poller = new Thread(() -> {
            while (!flag) {
                Thread.yield();
            }
        });
        poller.start();
        Thread.sleep(1000);
        flag = true;
        poller.join();
    }
}
