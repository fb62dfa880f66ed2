//@ run-native
// Exercises volatile flags with Thread.yield spinning: handover of plain data, a baton passed round and Peterson's lock.
public class VolatileSpin {
    static volatile boolean published;
    static int payload;
    static long wide;

    static volatile int baton;
    static volatile int turn;
    static volatile int wants0, wants1;
    static int protectedCount;

    static void lock(int me) {
        if (me == 0) wants0 = 1;
        else wants1 = 1;
        turn = 1 - me;
        while ((me == 0 ? wants1 : wants0) == 1 && turn == 1 - me) Thread.yield();
    }

    static void unlock(int me) {
        if (me == 0) wants0 = 0;
        else wants1 = 0;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            payload = 42;
            wide = 1L << 45;
            published = true;
        });
        writer.start();
        while (!published) Thread.yield();
        System.out.println(payload + " " + wide);
        writer.join();

        int players = 3;
        StringBuilder order = new StringBuilder();
        Thread[] ring = new Thread[players];
        for (int p = 0; p < players; p++) {
            int me = p;
            ring[p] = new Thread(() -> {
                for (int round = 0; round < 4; round++) {
                    while (baton % players != me) Thread.yield();
                    order.append(me);
                    baton = baton + 1;
                }
            });
        }
        for (int p = players - 1; p >= 0; p--) ring[p].start();
        for (Thread t : ring) t.join();
        System.out.println(order + " " + baton);

        Thread[] pair = new Thread[2];
        for (int p = 0; p < 2; p++) {
            int me = p;
            pair[p] = new Thread(() -> {
                for (int i = 0; i < 300; i++) {
                    lock(me);
                    protectedCount++;
                    unlock(me);
                }
            });
        }
        for (Thread t : pair) t.start();
        for (Thread t : pair) t.join();
        System.out.println("protected " + protectedCount);
    }
}
