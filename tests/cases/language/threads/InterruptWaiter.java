//@ run-native
// Exercises interruption: of a waiting, sleeping, joining and running thread, and the interrupted flag afterwards.
public class InterruptWaiter {
    static final Object LOCK = new Object();
    static volatile boolean ready;

    static void say(String s) { System.out.println(s); }

    static void awaitReady() {
        while (!ready) Thread.yield();
        ready = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                try {
                    while (true) LOCK.wait();
                } catch (InterruptedException e) {
                    say("waiter: " + e + " flag " + Thread.currentThread().isInterrupted() + " holds " + Thread.holdsLock(LOCK));
                }
            }
        });
        waiter.start();
        awaitReady();
        synchronized (LOCK) {
            waiter.interrupt();
            say("interrupted the waiter");
        }
        waiter.join();

        Thread sleeper = new Thread(() -> {
            ready = true;
            try {
                Thread.sleep(1000000);
                say("slept");
            } catch (InterruptedException e) {
                say("sleeper: " + e.getMessage() + " flag " + Thread.interrupted());
            }
        });
        sleeper.start();
        awaitReady();
        sleeper.interrupt();
        sleeper.join();

        Thread joiner = new Thread(() -> {
            Thread main = Thread.currentThread();
            ready = true;
            try {
                main.join();
                say("joined itself");
            } catch (InterruptedException e) {
                say("joiner: interrupted " + Thread.currentThread().isInterrupted());
            }
        });
        joiner.start();
        awaitReady();
        joiner.interrupt();
        joiner.join();

        Thread spinner = new Thread(() -> {
            ready = true;
            long turns = 0;
            while (!Thread.currentThread().isInterrupted()) {
                turns++;
                Thread.yield();
            }
            say("spinner stopped " + (turns >= 0) + " " + Thread.interrupted() + " " + Thread.interrupted());
        });
        spinner.start();
        awaitReady();
        spinner.interrupt();
        spinner.join();

        Thread.currentThread().interrupt();
        say("self " + Thread.currentThread().isInterrupted());
        try {
            Thread.sleep(1000000);
        } catch (InterruptedException e) {
            say("main sleep: " + e.getMessage() + " " + Thread.currentThread().isInterrupted());
        }
        Thread.currentThread().interrupt();
        try {
            new Thread().join();
            say("join of unstarted thread");
        } catch (InterruptedException e) {
            say("join: " + Thread.interrupted());
        }
        say("end " + Thread.interrupted());
    }
}
