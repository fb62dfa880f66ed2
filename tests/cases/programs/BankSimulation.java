//@ run-native
// A bank run by an executor: accounts, transfers, standing orders, interest, audits, and statements whose totals are certain.
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;

public class BankSimulation {
    enum Type { DEPOSIT, WITHDRAWAL, TRANSFER_IN, TRANSFER_OUT, INTEREST, FEE }

    record Entry(long number, Type type, long cents, String note) { }

    static class BankException extends Exception {
        BankException(String message) {
            super(message);
        }
    }

    static class InsufficientFunds extends BankException {
        private final long missingCents;

        InsufficientFunds(String account, long missingCents) {
            super(account + " lacks " + money(missingCents));
            this.missingCents = missingCents;
        }
    }

    static String money(long cents) {
        return String.format(Locale.ROOT, "%s%d.%02d", cents < 0 ? "-" : "", Math.abs(cents) / 100, Math.abs(cents) % 100);
    }

    /** One account. Its fields are guarded by its lock; locks are taken in the order of account ids. */
    static class Account implements Comparable<Account> {
        private final String id;
        private final long creditCents;
        private final ReentrantLock lock = new ReentrantLock();
        private final List<Entry> entries = new ArrayList<>();
        private long balanceCents;
        private boolean closed;

        Account(String id, long creditCents) {
            this.id = id;
            this.creditCents = creditCents;
        }

        private void book(long number, Type type, long cents, String note) throws BankException {
            if (!lock.isHeldByCurrentThread()) {
                throw new IllegalStateException("booking on " + id + " without its lock");
            }
            if (closed) {
                throw new BankException(id + " is closed");
            }
            if (balanceCents + cents < -creditCents) {
                throw new InsufficientFunds(id, -creditCents - balanceCents - cents);
            }
            balanceCents += cents;
            entries.add(new Entry(number, type, cents, note));
        }

        @Override
        public int compareTo(Account other) {
            return id.compareTo(other.id);
        }
    }

    static class Bank {
        private final Map<String, Account> accounts = new ConcurrentHashMap<>();
        private final AtomicLong numbers = new AtomicLong();
        private final LongAdder refusals = new LongAdder();
        /** Ordinary work holds the read lock; an audit holds the write lock and so sees no half transfer. */
        private final ReentrantReadWriteLock audit = new ReentrantReadWriteLock();

        Account open(String id, long depositCents, long creditCents) throws BankException {
            Account account = new Account(id, creditCents);
            if (accounts.putIfAbsent(id, account) != null) {
                throw new BankException(id + " exists");
            }
            deposit(id, depositCents, "opening");
            return account;
        }

        private Account find(String id) throws BankException {
            Account account = accounts.get(id);
            if (account == null) {
                throw new BankException("no account " + id);
            }
            return account;
        }

        interface Work {
            void run() throws BankException;
        }

        private void guarded(Collection<Account> touched, Work work) throws BankException {
            List<Account> ordered = new ArrayList<>(touched);
            Collections.sort(ordered);
            audit.readLock().lock();
            try {
                ordered.forEach(account -> account.lock.lock());
                try {
                    work.run();
                } catch (InsufficientFunds e) {
                    refusals.increment();
                    throw e;
                } finally {
                    ordered.forEach(account -> account.lock.unlock());
                }
            } finally {
                audit.readLock().unlock();
            }
        }

        void deposit(String id, long cents, String note) throws BankException {
            requirePositive(cents);
            Account account = find(id);
            guarded(List.of(account), () -> account.book(numbers.incrementAndGet(), Type.DEPOSIT, cents, note));
        }

        void withdraw(String id, long cents, String note) throws BankException {
            requirePositive(cents);
            Account account = find(id);
            guarded(List.of(account), () -> account.book(numbers.incrementAndGet(), Type.WITHDRAWAL, -cents, note));
        }

        void transfer(String from, String to, long cents, String note) throws BankException {
            requirePositive(cents);
            Account source = find(from);
            Account target = find(to);
            if (source == target) {
                throw new BankException("transfer to itself");
            }
            guarded(List.of(source, target), () -> {
                if (target.closed) {
                    throw new BankException(to + " is closed");
                }
                long number = numbers.incrementAndGet();
                source.book(number, Type.TRANSFER_OUT, -cents, note + " to " + to);
                target.book(number, Type.TRANSFER_IN, cents, note + " from " + from);
            });
        }

        private static void requirePositive(long cents) throws BankException {
            if (cents <= 0) {
                throw new BankException("an amount of " + money(cents));
            }
        }

        long payInterest(String id, BigDecimal rate) throws BankException {
            Account account = find(id);
            long[] paid = new long[1];
            guarded(List.of(account), () -> {
                paid[0] = BigDecimal.valueOf(account.balanceCents).multiply(rate).setScale(0, RoundingMode.HALF_EVEN)
                    .longValueExact();
                if (paid[0] != 0) {
                    account.book(numbers.incrementAndGet(), paid[0] > 0 ? Type.INTEREST : Type.FEE, paid[0], "year end");
                }
            });
            return paid[0];
        }

        void close(String id, String heir) throws BankException {
            Account account = find(id);
            Account target = find(heir);
            guarded(List.of(account, target), () -> {
                long rest = account.balanceCents;
                if (rest < 0) {
                    throw new BankException(id + " owes " + money(-rest));
                }
                long number = numbers.incrementAndGet();
                account.book(number, Type.TRANSFER_OUT, -rest, "closing");
                target.book(number, Type.TRANSFER_IN, rest, "from closed " + id);
                account.closed = true;
            });
        }

        /** The sum of all balances, seen while nobody moves money. */
        long totalCents() {
            audit.writeLock().lock();
            try {
                return accounts.values().stream().mapToLong(account -> account.balanceCents).sum();
            } finally {
                audit.writeLock().unlock();
            }
        }

        Map<Type, Long> byType() {
            Map<Type, Long> sums = new EnumMap<>(Type.class);
            for (Account account : accounts.values()) {
                for (Entry entry : account.entries) {
                    sums.merge(entry.type(), entry.cents(), Long::sum);
                }
            }
            return sums;
        }

        /** Every account's entries must add up to its balance, and every transfer must have two sides. */
        List<String> problems() {
            List<String> found = new ArrayList<>();
            Map<Long, Long> transfers = new TreeMap<>();
            for (Account account : new TreeMap<>(accounts).values()) {
                long sum = account.entries.stream().mapToLong(Entry::cents).sum();
                if (sum != account.balanceCents) {
                    found.add(account.id + " has " + account.balanceCents + " but entries of " + sum);
                }
                if (account.balanceCents < -account.creditCents) {
                    found.add(account.id + " is beyond its credit");
                }
                for (Entry entry : account.entries) {
                    if (entry.type() == Type.TRANSFER_IN || entry.type() == Type.TRANSFER_OUT) {
                        transfers.merge(entry.number(), entry.cents(), Long::sum);
                    }
                }
            }
            transfers.forEach((number, sum) -> {
                if (sum != 0) {
                    found.add("transfer " + number + " is one-sided by " + sum);
                }
            });
            return found;
        }
    }

    /** A clerk's day: a fixed list of transfers drawn from a seed, retried later when money is short. */
    static class Clerk implements Callable<Integer> {
        private final Bank bank;
        private final List<String> ids;
        private final Random random;
        private final int orders;

        Clerk(Bank bank, List<String> ids, long seed, int orders) {
            this.bank = bank;
            this.ids = ids;
            random = new Random(seed);
            this.orders = orders;
        }

        @Override
        public Integer call() throws BankException {
            int done = 0;
            for (int i = 0; i < orders; i++) {
                String from = ids.get(random.nextInt(ids.size()));
                String to = ids.get(random.nextInt(ids.size()));
                long cents = 1 + random.nextInt(5000);
                if (!from.equals(to)) {
                    bank.transfer(from, to, cents, "order");
                    done++;
                }
            }
            return done;
        }
    }

    private static void busyDay(ExecutorService pool) throws Exception {
        Bank bank = new Bank();
        List<String> ids = List.of("ann", "bob", "cy", "dee", "eve");
        for (String id : ids) {
            bank.open(id, 100_000, 10_000_000);
        }
        long before = bank.totalCents();
        List<Future<Integer>> clerks = new ArrayList<>();
        for (int seed = 1; seed <= 4; seed++) {
            clerks.add(pool.submit(new Clerk(bank, ids, seed, 60)));
        }
        Future<Integer> auditor = pool.submit(() -> {
            int wrong = 0;
            for (int i = 0; i < 20; i++) {
                wrong += bank.totalCents() == before ? 0 : 1;
                Thread.yield();
            }
            return wrong;
        });
        int done = 0;
        for (Future<Integer> clerk : clerks) {
            done += clerk.get();
        }
        System.out.println("transfers " + done + ", wrong audits " + auditor.get() + ", total " + money(bank.totalCents()));
        // Transfers commute, so the balances at the end of the day do not depend on who came first.
        System.out.println(new TreeMap<>(bank.accounts).values().stream().map(a -> a.id + " " + money(a.balanceCents))
            .collect(Collectors.joining(", ")));
        System.out.println("problems " + bank.problems() + ", by type " + bank.byType().entrySet().stream()
            .map(e -> e.getKey() + " " + money(e.getValue())).collect(Collectors.toList()));
        System.out.println("refused " + bank.refusals + ", numbers " + bank.numbers);
    }

    private static void standingOrders(ExecutorService pool) throws Exception {
        Bank bank = new Bank();
        bank.open("firm", 1_000_000, 0);
        bank.open("landlord", 1, 0);
        int staff = 6;
        for (int i = 0; i < staff; i++) {
            bank.open("worker" + i, 1, 0);
        }
        int months = 5;
        CountDownLatch finished = new CountDownLatch(staff);
        for (int i = 0; i < staff; i++) {
            String worker = "worker" + i;
            long salary = 20_000 + i * 1_000;
            pool.execute(() -> {
                try {
                    for (int month = 1; month <= months; month++) {
                        bank.transfer("firm", worker, salary, "salary " + month);
                        bank.transfer(worker, "landlord", salary / 4, "rent " + month);
                    }
                } catch (BankException e) {
                    System.out.println("not expected: " + e.getMessage());
                } finally {
                    finished.countDown();
                }
            });
        }
        finished.await();
        BigDecimal rate = new BigDecimal("0.0125");
        List<Callable<Long>> interest = new ArrayList<>();
        for (String id : new TreeMap<>(bank.accounts).keySet()) {
            interest.add(() -> bank.payInterest(id, rate));
        }
        long paid = 0;
        for (Future<Long> each : pool.invokeAll(interest)) {
            paid += each.get();
        }
        for (String id : List.of("firm", "landlord", "worker0", "worker5")) {
            Account account = bank.find(id);
            System.out.println(id + " " + money(account.balanceCents) + " after " + account.entries.size() + " entries");
        }
        System.out.println("interest " + money(paid) + ", total " + money(bank.totalCents()) + ", problems " + bank.problems());
        List<Entry> statement = new ArrayList<>(bank.find("worker2").entries);
        statement.sort(Comparator.comparingLong(Entry::number));
        statement.stream().map(e -> "  " + e.type() + " " + money(e.cents()) + " " + e.note()).limit(4)
            .forEach(System.out::println);
    }

    /** Many threads try to empty one account: exactly as many succeed as the money lasts for. */
    private static void runOnTheBank(ExecutorService pool) throws Exception {
        Bank bank = new Bank();
        bank.open("shared", 10_050, 0);
        List<Future<Long>> attempts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            attempts.add(pool.submit(() -> {
                try {
                    bank.withdraw("shared", 1_000, "run");
                    return 0L;
                } catch (InsufficientFunds e) {
                    return e.missingCents;
                }
            }));
        }
        int succeeded = 0;
        long missing = 0;
        for (Future<Long> attempt : attempts) {
            succeeded += attempt.get() == 0 ? 1 : 0;
            missing += attempt.get();
        }
        System.out.println("succeeded " + succeeded + ", left " + money(bank.totalCents()) + ", missing " + money(missing)
            + ", refusals " + bank.refusals);
    }

    private static void mistakes(ExecutorService pool) throws Exception {
        Bank bank = new Bank();
        bank.open("a", 5_000, 1_000);
        bank.open("b", 2_500, 0);
        List<Callable<String>> wrong = List.of(
            () -> bank.open("a", 1, 0).id,
            () -> work(() -> bank.transfer("a", "nobody", 5, "x")),
            () -> work(() -> bank.transfer("a", "a", 5, "x")),
            () -> work(() -> bank.deposit("a", 0, "x")),
            () -> work(() -> bank.withdraw("b", 2_501, "x")),
            () -> work(() -> bank.transfer("a", "b", 6_001, "x")));
        for (Callable<String> each : wrong) {
            try {
                System.out.println(pool.submit(each).get());
            } catch (ExecutionException e) {
                System.out.println(e.getCause().getClass().getSimpleName() + ": " + e.getCause().getMessage());
            }
        }
        bank.withdraw("a", 5_500, "overdraft");
        System.out.println("fee " + money(bank.payInterest("a", new BigDecimal("0.1"))));
        for (String[] pair : new String[][] {{"a", "b"}, {"b", "a"}, {"b", "a"}}) {
            try {
                bank.close(pair[0], pair[1]);
                System.out.println(pair[0] + " closed, " + pair[1] + " has " + money(bank.find(pair[1]).balanceCents));
            } catch (BankException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println("problems " + bank.problems());
    }

    private static String work(Bank.Work work) throws BankException {
        work.run();
        return "done";
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(5);
        busyDay(pool);
        standingOrders(pool);
        runOnTheBank(pool);
        mistakes(pool);
        pool.shutdown();
        System.out.println("closed " + pool.awaitTermination(1, TimeUnit.HOURS));
    }
}
