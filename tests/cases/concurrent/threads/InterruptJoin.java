//@ run-native
// Exercises interrupting a thread in join: with and without timeout, the joined thread unharmed, and a chain of joins.
import java.util.concurrent.CountDownLatch;

public class InterruptJoin {
    private static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        Thread target = new Thread(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                System.out.println("target must not be interrupted");
            }
        }, "target");
        target.start();

        StringBuffer log = new StringBuffer();
        Thread joiner = new Thread(() -> {
            try {
                target.join();
                log.append("joined");
            } catch (InterruptedException e) {
                log.append("join interrupted, target alive ").append(target.isAlive());
            }
        });
        joiner.start();
        awaitState(joiner, Thread.State.WAITING);
        joiner.interrupt();
        joiner.join();
        System.out.println(log);

        log.setLength(0);
        Thread timed = new Thread(() -> {
            try {
                target.join(3_600_000);
                log.append("joined");
            } catch (InterruptedException e) {
                log.append("timed join interrupted, flag ").append(Thread.currentThread().isInterrupted());
            }
        });
        timed.start();
        awaitState(timed, Thread.State.TIMED_WAITING);
        timed.interrupt();
        timed.join();
        System.out.println(log);

        log.setLength(0);
        Thread[] chain = new Thread[4];
        for (int i = 0; i < chain.length; i++) {
            Thread before = i == 0 ? target : chain[i - 1];
            int id = i;
            chain[i] = new Thread(() -> {
                try {
                    before.join();
                    log.append(id).append(" after ").append(before.getName()).append("; ");
                } catch (InterruptedException e) {
                    log.append("never");
                }
            }, "link " + i);
            chain[i].start();
        }
        for (Thread link : chain) {
            awaitState(link, Thread.State.WAITING);
        }
        release.countDown();
        chain[3].join();
        System.out.println(log);

        Thread.currentThread().interrupt();
        try {
            new Thread().join();
            System.out.println("an unstarted thread is joined at once");
        } catch (InterruptedException e) {
            System.out.println("the flag is looked at first");
        }
        Thread.interrupted();
    }
}
