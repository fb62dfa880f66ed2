//@ check: safe
//@ jdk: 25
// With as many spinning virtual threads as there are carriers, the one that would free them never runs on a real machine.
public class SpinningCarriers {
    static volatile boolean isFree;

    public static void main(String[] args) throws Exception {
        Thread[] spinning = new Thread[2];
        for (int i = 0; i < spinning.length; i++) {
            spinning[i] = Thread.ofVirtual().start(() -> {
                while (!isFree) {
                    Thread.onSpinWait();
                }
            });
        }
        Thread.ofVirtual().start(() -> isFree = true);
        for (Thread thread : spinning) {
            thread.join();
        }
    }
}
