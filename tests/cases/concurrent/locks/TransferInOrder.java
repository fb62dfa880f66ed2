//@ run-native
// Exercises transfers between accounts with one lock each, taken by tryLock with back-off: the total never changes.
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

public class TransferInOrder {
    static class Account {
        final ReentrantLock lock = new ReentrantLock();
        final String owner;
        long balance;
        int changes;

        Account(String owner, long balance) {
            this.owner = owner;
            this.balance = balance;
        }
    }

    /** Takes both locks or none, in any order, so that no deadlock can arise. */
    static void transfer(Account from, Account to, long amount) {
        while (true) {
            if (from.lock.tryLock()) {
                try {
                    if (to.lock.tryLock()) {
                        try {
                            from.balance -= amount;
                            to.balance += amount;
                            from.changes++;
                            to.changes++;
                            return;
                        } finally {
                            to.lock.unlock();
                        }
                    }
                } finally {
                    from.lock.unlock();
                }
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] accounts = new Account[5];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account("abcde".substring(i, i + 1), 1000);
        }
        List<Thread> tellers = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            long seed = 100 + t;
            Thread teller = new Thread(() -> {
                Random random = new Random(seed);
                for (int n = 0; n < 50; n++) {
                    int from = random.nextInt(accounts.length);
                    int to = (from + 1 + random.nextInt(accounts.length - 1)) % accounts.length;
                    transfer(accounts[from], accounts[to], random.nextInt(100));
                }
            });
            teller.start();
            tellers.add(teller);
        }
        for (Thread teller : tellers) {
            teller.join();
        }
        long total = 0;
        int changes = 0;
        for (Account account : accounts) {
            System.out.println(account.owner + " " + account.balance + " after " + account.changes + " changes, locked "
                + account.lock.isLocked());
            total += account.balance;
            changes += account.changes;
        }
        System.out.println("total " + total + " changes " + changes);
        transfer(accounts[0], accounts[0], 10);
        System.out.println("to itself " + accounts[0].balance);
    }
}
