//@ check: deadlock
// Two transfers on a pool, each under the locks of both accounts, which are taken in the order of the transfer. Expected: deadlock.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

public class BankLocksDeadlock {
    static class Account {
        final ReentrantLock lock = new ReentrantLock();
        int balance;

        Account(int balance) {
            this.balance = balance;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        from.lock.lock();
        try {
            to.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally {
                to.lock.unlock();
            }
        } finally {
            from.lock.unlock();
        }
    }

    public static void main(String[] args) throws Exception {
        Account alice = new Account(100);
        Account bob = new Account(100);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> there = pool.submit(() -> transfer(alice, bob, 10));
        Future<?> back = pool.submit(() -> transfer(bob, alice, 20));
        there.get();
        back.get();
        pool.shutdown();
        assert alice.balance + bob.balance == 200;
    }
}
