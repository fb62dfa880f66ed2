//@ check: exception
// Threads come to code that nobody has linked when several workers are at work already: whoever takes up a
// state there does the operation that it stands at.
import jaywalk.Verify;

public class LateCode {
    static int x, y;
    static volatile int turn;

    static void first() {
        turn++;
        x++;
        y = x + turn;
        turn++;
    }

    static void second() {
        turn++;
        y++;
        x = y - turn;
        if (x == -1) throw new IllegalStateException("late");
        turn++;
    }

    public static void main(String[] args) throws Exception {
        // Only where nothing has been new for a while are there other workers.
        if (Verify.getInt(0, 4000) < 4000) return;
        Thread one = new Thread(LateCode::first), two = new Thread(LateCode::second);
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println(x + " " + y + " " + turn);
    }
}
