//@ run-native
//@ args: 5 40
// Threads, monitors and java.util.concurrent: philosophers who take the lower fork first, and so never starve
// each other. The first argument is how many dine, the second how often each one eats.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

public class Philosophers {
    static final class Fork {
        final int number;
        int uses;

        Fork(int number) {
            this.number = number;
        }
    }

    static final List<String> NAMES = List.of("Aristotle", "Boethius", "Confucius", "Diotima", "Epicurus", "Ficino");

    public static void main(String[] args) throws InterruptedException {
        int guests = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int meals = args.length > 1 ? Integer.parseInt(args[1]) : 10;
        var forks = new ArrayList<Fork>();
        for (int i = 0; i < guests; i++) {
            forks.add(new Fork(i));
        }

        var served = new AtomicInteger();
        var eaten = new ConcurrentSkipListMap<String, Integer>();
        var begin = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < guests; i++) {
            var left = forks.get(i);
            var right = forks.get((i + 1) % guests);
            var name = NAMES.get(i % NAMES.size()) + (i < NAMES.size() ? "" : " " + (i / NAMES.size() + 1));
            var thread = new Thread(() -> dine(left, right, meals, begin, served, eaten), name);
            thread.start();
            threads.add(thread);
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        eaten.forEach((name, count) -> System.out.println(name + " ate " + count + " times"));
        System.out.println("served: " + served.get());
        System.out.println("forks used: " + forks.stream().map(fork -> String.valueOf(fork.uses)).toList());
    }

    static void dine(Fork left, Fork right, int meals, CountDownLatch begin, AtomicInteger served,
            ConcurrentSkipListMap<String, Integer> eaten) {
        try {
            begin.await();
        } catch (InterruptedException e) {
            return;
        }
        Fork first = left.number < right.number ? left : right;
        Fork second = first == left ? right : left;
        for (int i = 0; i < meals; i++) {
            synchronized (first) {
                synchronized (second) {
                    first.uses++;
                    second.uses++;
                    served.incrementAndGet();
                    eaten.merge(Thread.currentThread().getName(), 1, Integer::sum);
                }
            }
            Thread.yield();
        }
    }
}
