//@ check: safe
// Nobody ends, but everybody goes on again and again.
import java.util.concurrent.Semaphore;

public class ServersTakeTurns {
    static void serve(Semaphore own, Semaphore other) {
        while (true) {
            own.acquireUninterruptibly();
            other.release();
        }
    }

    public static void main(String[] args) {
        Semaphore ping = new Semaphore(1), pong = new Semaphore(0);
        Thread daemon = new Thread(() -> serve(ping, pong));
        daemon.setDaemon(true);
        daemon.start();
        serve(pong, ping);
    }
}
