//@ run-native
// An LRU cache of our own with a linked list and a hash table, guarded by locks, striped, loading, and used by several threads.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;

public class LruCacheUse {
    /** What a cache has done so far. */
    record Statistics(long hits, long misses, long evictions, long expired) {
        Statistics plus(Statistics other) {
            return new Statistics(hits + other.hits, misses + other.misses, evictions + other.evictions,
                expired + other.expired);
        }

        @Override
        public String toString() {
            return hits + " hits, " + misses + " misses, " + evictions + " evictions, " + expired + " expired";
        }
    }

    interface Cache<K, V> {
        V get(K key);

        void put(K key, V value);

        V remove(K key);

        int size();

        Statistics statistics();
    }

    /** Not safe for threads: the order of use is a doubly linked ring through a sentinel. */
    static class LruCache<K, V> implements Cache<K, V> {
        private static class Node<K, V> {
            K key;
            V value;
            long writtenTick;
            Node<K, V> before;
            Node<K, V> after;
        }

        private final int capacity;
        private final long lifetimeTicks;
        private final Map<K, Node<K, V>> nodes = new HashMap<>();
        private final Node<K, V> ring = new Node<>();
        private final BiConsumer<K, V> onEviction;
        private long tick;
        private long hits;
        private long misses;
        private long evictions;
        private long expired;

        LruCache(int capacity, long lifetimeTicks, BiConsumer<K, V> onEviction) {
            if (capacity < 1) {
                throw new IllegalArgumentException("a capacity of " + capacity);
            }
            this.capacity = capacity;
            this.lifetimeTicks = lifetimeTicks;
            this.onEviction = onEviction;
            ring.before = ring;
            ring.after = ring;
        }

        LruCache(int capacity) {
            this(capacity, Long.MAX_VALUE, (key, value) -> { });
        }

        @Override
        public V get(K key) {
            tick++;
            Node<K, V> node = nodes.get(key);
            if (node != null && tick - node.writtenTick > lifetimeTicks) {
                expired++;
                drop(node);
                node = null;
            }
            if (node == null) {
                misses++;
                return null;
            }
            hits++;
            unlink(node);
            linkFirst(node);
            return node.value;
        }

        @Override
        public void put(K key, V value) {
            tick++;
            Node<K, V> node = nodes.get(key);
            if (node == null) {
                if (nodes.size() == capacity) {
                    evictOldest();
                }
                node = new Node<>();
                node.key = key;
                nodes.put(key, node);
            } else {
                unlink(node);
            }
            node.value = value;
            node.writtenTick = tick;
            linkFirst(node);
        }

        @Override
        public V remove(K key) {
            Node<K, V> node = nodes.get(key);
            if (node == null) {
                return null;
            }
            drop(node);
            return node.value;
        }

        private void evictOldest() {
            Node<K, V> oldest = ring.before;
            evictions++;
            drop(oldest);
            onEviction.accept(oldest.key, oldest.value);
        }

        private void drop(Node<K, V> node) {
            nodes.remove(node.key);
            unlink(node);
        }

        private void unlink(Node<K, V> node) {
            node.before.after = node.after;
            node.after.before = node.before;
        }

        private void linkFirst(Node<K, V> node) {
            node.after = ring.after;
            node.before = ring;
            ring.after.before = node;
            ring.after = node;
        }

        /** The keys from the latest used to the oldest; also checks that ring and table agree. */
        List<K> keys() {
            List<K> result = new ArrayList<>();
            for (Node<K, V> node = ring.after; node != ring; node = node.after) {
                if (nodes.get(node.key) != node || node.after.before != node) {
                    throw new IllegalStateException("the ring is broken at " + node.key);
                }
                result.add(node.key);
            }
            if (result.size() != nodes.size()) {
                throw new IllegalStateException(result.size() + " linked, " + nodes.size() + " in the table");
            }
            return result;
        }

        @Override
        public int size() {
            return nodes.size();
        }

        @Override
        public Statistics statistics() {
            return new Statistics(hits, misses, evictions, expired);
        }
    }

    /** Any cache made safe by one lock. */
    static class Locked<K, V> implements Cache<K, V> {
        private final Lock lock = new ReentrantLock();
        private final LruCache<K, V> inner;

        Locked(LruCache<K, V> inner) {
            this.inner = inner;
        }

        private <R> R locked(Function<LruCache<K, V>, R> action) {
            lock.lock();
            try {
                return action.apply(inner);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public V get(K key) {
            return locked(cache -> cache.get(key));
        }

        @Override
        public void put(K key, V value) {
            locked(cache -> {
                cache.put(key, value);
                return null;
            });
        }

        @Override
        public V remove(K key) {
            return locked(cache -> cache.remove(key));
        }

        @Override
        public int size() {
            return locked(LruCache::size);
        }

        @Override
        public Statistics statistics() {
            return locked(LruCache::statistics);
        }

        List<K> keys() {
            return locked(LruCache::keys);
        }
    }

    /** Spreads keys over several locked caches, so that threads meet less often. */
    static class Striped<K, V> implements Cache<K, V> {
        private final List<Locked<K, V>> stripes = new ArrayList<>();

        Striped(int count, int capacity) {
            for (int i = 0; i < count; i++) {
                stripes.add(new Locked<>(new LruCache<>(capacity / count)));
            }
        }

        private Locked<K, V> of(K key) {
            return stripes.get(Math.floorMod(key.hashCode(), stripes.size()));
        }

        @Override
        public V get(K key) {
            return of(key).get(key);
        }

        @Override
        public void put(K key, V value) {
            of(key).put(key, value);
        }

        @Override
        public V remove(K key) {
            return of(key).remove(key);
        }

        @Override
        public int size() {
            return stripes.stream().mapToInt(Locked::size).sum();
        }

        @Override
        public Statistics statistics() {
            return stripes.stream().map(Locked::statistics).reduce(new Statistics(0, 0, 0, 0), Statistics::plus);
        }
    }

    /** Computes each missing value once, however many threads ask for it at the same time. */
    static class Loading<K, V> {
        private final Map<K, FutureTask<V>> tasks = new HashMap<>();
        private final Function<K, V> loader;
        private final AtomicInteger loads = new AtomicInteger();

        Loading(Function<K, V> loader) {
            this.loader = loader;
        }

        V get(K key) throws InterruptedException {
            FutureTask<V> task;
            boolean mine = false;
            synchronized (tasks) {
                task = tasks.get(key);
                if (task == null) {
                    task = new FutureTask<>(() -> {
                        loads.incrementAndGet();
                        return loader.apply(key);
                    });
                    tasks.put(key, task);
                    mine = true;
                }
            }
            if (mine) {
                task.run();
            }
            try {
                return task.get();
            } catch (ExecutionException e) {
                synchronized (tasks) {
                    tasks.remove(key, task);
                }
                throw new IllegalStateException("loading " + key + ": " + e.getCause().getMessage());
            }
        }
    }

    private static void singleThreaded() {
        List<String> evicted = new ArrayList<>();
        LruCache<String, Integer> cache = new LruCache<>(3, Long.MAX_VALUE, (key, value) -> evicted.add(key + value));
        for (String key : "a b c a d e a b".split(" ")) {
            if (cache.get(key) == null) {
                cache.put(key, key.charAt(0) - 'a');
            }
            System.out.print(cache.keys() + " ");
        }
        System.out.println("evicted " + evicted);
        cache.put("a", 100);
        System.out.println(cache.keys() + " " + cache.remove("e") + " " + cache.remove("zz") + " " + cache.get("a") + " "
            + cache.size() + " | " + cache.statistics());
        LruCache<Integer, String> ageing = new LruCache<>(10, 3, (key, value) -> { });
        ageing.put(1, "one");
        System.out.println(ageing.get(1) + " " + ageing.get(1) + " " + ageing.get(1) + " " + ageing.get(1) + " "
            + ageing.size() + " | " + ageing.statistics());
        try {
            new LruCache<>(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Against the library's own linked map with access order, on a random sequence of operations. */
    private static void againstLibrary() {
        LruCache<Integer, Integer> own = new LruCache<>(8);
        Map<Integer, Integer> library = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
                return size() > 8;
            }
        };
        Random random = new Random(42);
        int different = 0;
        for (int i = 0; i < 500; i++) {
            int key = random.nextInt(20);
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    own.put(key, i);
                    library.put(key, i);
                }
                case 2 -> different += java.util.Objects.equals(own.remove(key), library.remove(key)) ? 0 : 1;
                default -> different += java.util.Objects.equals(own.get(key), library.get(key)) ? 0 : 1;
            }
        }
        List<Integer> order = new ArrayList<>(library.keySet());
        java.util.Collections.reverse(order);
        System.out.println("different " + different + ", same order " + order.equals(own.keys()) + " " + own.keys());
    }

    private static void inParallel(int count, java.util.function.IntConsumer body) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        Thread[] threads = new Thread[count];
        for (int t = 0; t < count; t++) {
            int id = t;
            threads[t] = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                body.accept(id);
            });
            threads[t].start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void underThreads(String label, Cache<Integer, Integer> cache, int capacity) throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        inParallel(4, id -> {
            Random random = new Random(id);
            for (int i = 0; i < 150; i++) {
                int key = random.nextInt(40);
                Integer value = cache.get(key);
                if (value == null) {
                    cache.put(key, key * key);
                } else if (value != key * key) {
                    wrong.incrementAndGet();
                }
                if (cache.size() > capacity) {
                    wrong.incrementAndGet();
                }
            }
        });
        Statistics statistics = cache.statistics();
        System.out.println(label + ": wrong " + wrong + ", lookups " + (statistics.hits() + statistics.misses())
            + ", full " + (cache.size() <= capacity) + ", balance "
            + (statistics.misses() - statistics.evictions() >= cache.size()));
    }

    private static void loading() throws InterruptedException {
        Loading<Integer, Long> squares = new Loading<>(key -> {
            if (key < 0) {
                throw new IllegalArgumentException("negative");
            }
            Thread.yield();
            return (long) key * key;
        });
        long[] sums = new long[5];
        inParallel(5, id -> {
            try {
                for (int key = 0; key < 20; key++) {
                    sums[id] += squares.get((key + id) % 20);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        System.out.println("sums " + Arrays.toString(sums) + " loads " + squares.loads);
        for (int i = 0; i < 2; i++) {
            try {
                squares.get(-1);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage() + ", loads " + squares.loads);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        singleThreaded();
        againstLibrary();
        Locked<Integer, Integer> locked = new Locked<>(new LruCache<>(10));
        underThreads("locked", locked, 10);
        System.out.println("ring intact with " + locked.keys().size());
        underThreads("striped", new Striped<>(4, 20), 20);
        underThreads("large", new Locked<>(new LruCache<>(1000)), 40);
        loading();
        Striped<String, Integer> words = new Striped<>(3, 30);
        String text = "the cat and the dog and the bird met at the gate";
        inParallel(3, id -> {
            for (String word : text.split(" ")) {
                synchronized (words) {
                    Integer seen = words.get(word);
                    words.put(word, seen == null ? 1 : seen + 1);
                }
            }
        });
        Map<String, Integer> counted = new TreeMap<>();
        for (String word : text.split(" ")) {
            counted.put(word, words.get(word));
        }
        System.out.println(counted);
    }
}
