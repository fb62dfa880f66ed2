import java.util.concurrent.locks.LockSupport;

/** Waiting and waking: notify, notifyAll, timed waits, sleep, interrupts, park, join, daemons. */
public class Signals {
    private int turn;
    private boolean over;

    private synchronized void await(int mine) throws InterruptedException {
        while (turn != mine && !over) {
            wait();
        }
    }

    private synchronized void pass(int next, boolean last) {
        turn = next;
        over = last;
        notifyAll();
    }

    private static void sleeper() {
        try {
            Thread.sleep(1_000_000);
            System.out.println("slept well");
        } catch (InterruptedException e) {
            System.out.println("woken: " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
        }
    }

    private static void patient(Object on) {
        synchronized (on) {
            try {
                on.wait(5);
                System.out.println("time is over");
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Signals signals = new Signals();
        Thread[] players = new Thread[2];
        for (int i = 0; i < players.length; i++) {
            int mine = i;
            players[i] = new Thread(() -> {
                try {
                    for (int round = 0; round < 3; round++) {
                        signals.await(mine);
                        signals.pass(1 - mine, mine == 1 && round == 2);
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            players[i].start();
        }
        Thread sleeper = new Thread(Signals::sleeper);
        sleeper.start();
        Thread patient = new Thread(() -> patient(signals));
        patient.start();
        Thread parked = new Thread(() -> {
            LockSupport.park();
            LockSupport.parkNanos(50);
            System.out.println("unparked");
        });
        parked.start();
        Thread daemon = new Thread(() -> {
            synchronized (Signals.class) {
                try {
                    Signals.class.wait();
                } catch (InterruptedException e) {
                    System.out.println("never");
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        LockSupport.unpark(parked);
        sleeper.interrupt();
        for (Thread thread : new Thread[] {players[0], players[1], sleeper, patient, parked}) {
            thread.join();
        }
        synchronized (signals) {
            signals.notify();
        }
        System.out.println("over " + signals.over + " " + daemon.isAlive());
    }
}
