//@ check: safe
// As many connections as permits, which are given back whatever happens. Expected: safe.

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

public class ConnectionPool {
    private final Semaphore permits = new Semaphore(1);
    private final ConcurrentLinkedQueue<String> free = new ConcurrentLinkedQueue<>();

    void query(boolean fails) throws InterruptedException {
        permits.acquire();
        try {
            String connection = free.poll();
            assert connection != null : "no connection for a permit";
            try {
                if (fails) {
                    throw new IllegalStateException("refused");
                }
            } finally {
                free.add(connection);
            }
        } finally {
            permits.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPool pool = new ConnectionPool();
        pool.free.add("connection");
        Thread client = new Thread(() -> {
            try {
                pool.query(true);
            } catch (IllegalStateException expected) {
                // The pool must not lose its permit.
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "client");
        client.start();
        pool.query(false);
        client.join();
    }
}
