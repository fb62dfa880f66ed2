//@ check: exception
// A thread ends the whole program while another could still fail: what the other would have done counts.
public class OthersBeforeAnExit {
    static volatile int x;

    public static void main(String[] arguments) {
        new Thread(() -> {
            x = 1;
            if (x == 1) {
                throw new IllegalStateException("first");
            }
        }).start();
        System.exit(0);
    }
}
