//@ check: deadlock
// A query that fails keeps its permit: the next one waits for ever. Expected: deadlock.

import java.util.concurrent.Semaphore;

public class ConnectionPoolLeak {
    private final Semaphore permits = new Semaphore(1);

    void query(boolean fails) throws InterruptedException {
        permits.acquire();
        if (fails) {
            throw new IllegalStateException("refused");
        }
        permits.release();
    }

    public static void main(String[] args) throws InterruptedException {
        ConnectionPoolLeak pool = new ConnectionPoolLeak();
        Thread client = new Thread(() -> {
            try {
                pool.query(true);
            } catch (IllegalStateException expected) {
                // Told to the user, in a real program.
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "client");
        client.start();
        pool.query(false);
        client.join();
    }
}
