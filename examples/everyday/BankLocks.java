//@ check: safe
// Two transfers on a pool, each under the locks of both accounts, which are taken in the order of their numbers. Expected: safe.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class BankLocks {
    static class Account {
        final ReentrantLock lock = new ReentrantLock();
        final int number;
        int balance;

        Account(int number, int balance) {
            this.number = number;
            this.balance = balance;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account alice = new Account(1, 100);
        Account bob = new Account(2, 100);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(() -> transfer(alice, bob, 10));
        pool.submit(() -> transfer(bob, alice, 20));
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        assert alice.balance + bob.balance == 200;
    }
}
