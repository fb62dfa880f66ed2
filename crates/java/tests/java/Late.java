/** Threads that come to new code late, and stop there: what it names belongs to classes that are known. */
public class Late {
    static volatile int turn;
    static int x, y;
    static final Late shared = new Late();
    int own;

    synchronized void touch() {
        own++;
        notifyAll();
    }

    static void first() {
        turn++;
        if (turn == 2) {
            x++;
            shared.touch();
            y = shared.own + x;
        }
    }

    static void second() {
        turn++;
        if (turn == 2) {
            y++;
            synchronized (shared) {
                shared.own += y;
            }
            x = y;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread a = new Thread(Late::first), b = new Thread(Late::second);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
