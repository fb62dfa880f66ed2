//@ run-native
// Exercises the views of a ReentrantLock from its owner and from others: hold counts, queues, and the text of the lock.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class LockViews {
    static class OpenLock extends ReentrantLock {
        OpenLock(boolean fair) {
            super(fair);
        }

        String ownerName() {
            Thread owner = getOwner();
            return owner == null ? "nobody" : owner.getName();
        }

        int queued() {
            return getQueuedThreads().size();
        }
    }

    private static String text(ReentrantLock lock) {
        String full = lock.toString();
        return full.substring(full.indexOf('['));
    }

    private static void show(String label, OpenLock lock) {
        System.out.println(label + ": locked " + lock.isLocked() + " mine " + lock.isHeldByCurrentThread()
            + " holds " + lock.getHoldCount() + " owner " + lock.ownerName() + " " + text(lock));
    }

    public static void main(String[] args) throws InterruptedException {
        for (boolean fair : new boolean[] {false, true}) {
            OpenLock lock = new OpenLock(fair);
            show("fresh", lock);
            lock.lock();
            lock.lock();
            lock.lock();
            show("three times", lock);

            List<Thread> waiting = new ArrayList<>();
            List<String> order = new ArrayList<>();
            CountDownLatch tried = new CountDownLatch(3);
            for (int i = 0; i < 3; i++) {
                Thread thread = new Thread(() -> {
                    if (!lock.tryLock()) {
                        tried.countDown();
                    }
                    lock.lock();
                    try {
                        order.add(Thread.currentThread().getName() + " holds " + lock.getHoldCount());
                    } finally {
                        lock.unlock();
                    }
                }, "w" + i);
                thread.start();
                waiting.add(thread);
                while (!lock.hasQueuedThread(thread)) {
                    Thread.yield();
                }
            }
            tried.await();
            System.out.println("queued " + lock.queued() + " length " + lock.getQueueLength()
                + " any " + lock.hasQueuedThreads() + " fair " + lock.isFair());
            lock.unlock();
            lock.unlock();
            show("one left", lock);
            lock.unlock();
            for (Thread thread : waiting) {
                thread.join();
            }
            show("after all", lock);
            System.out.println(order + " queued " + lock.queued());
        }
        try {
            new ReentrantLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("unlock without lock: " + e.getMessage());
        }
    }
}
