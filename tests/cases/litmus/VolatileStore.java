//@ check: safe
//@ outputs: 0 1 | 1 0 | 1 1

// Volatile stores and loads are in one order.

public class VolatileStore {
    static volatile int x, y;
    static int seen;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            x = 1;
            /*~*/
            seen = y;
        });
        t.start();
        /*~*/
        y = 1;
        /*~*/
        int mine = x;
        t.join();
        System.out.print(mine + " " + seen);
    }
}
