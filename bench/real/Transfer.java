// Two accounts, transfers both ways under two locks in one order.
import java.util.concurrent.locks.*;

public class Transfer {
    static final ReentrantLock[] locks = {new ReentrantLock(), new ReentrantLock()};
    static final int[] balances = {10, 10};

    static void transfer(int from, int to, int amount) {
        locks[Math.min(from, to)].lock();
        locks[Math.max(from, to)].lock();
        try {
            balances[from] -= amount;
            balances[to] += amount;
        } finally {
            locks[Math.max(from, to)].unlock();
            locks[Math.min(from, to)].unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> transfer(0, 1, 3));
        Thread two = new Thread(() -> transfer(1, 0, 5));
        one.start();
        two.start();
        one.join();
        two.join();
        assert balances[0] == 12 && balances[1] == 8;
    }
}
