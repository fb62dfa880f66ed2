//@ check: safe
// A server that works for ever is no livelock, also if a round of it leaves everything as it was, in one step.
import jaywalk.Verify;

public class WritesAndWritesBack {
    static volatile int state;

    public static void main(String[] args) {
        while (true) {
            state = 1;
            while (Verify.getBoolean()) {
                int seen = state;
            }
            state = 0;
        }
    }
}
