//@ run-native
// Exercises the concurrent collections on one thread: map operations, weakly consistent iteration, queues, and skip lists.
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.PriorityBlockingQueue;

public class ConcurrentMaps {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (String word : "to be or not to be that is the question".split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        System.out.println(map + " " + map.size() + " " + map.mappingCount() + " " + map.hashCode());
        System.out.println(map.putIfAbsent("to", 9) + " " + map.putIfAbsent("new", 9)
            + " " + map.computeIfAbsent("made", String::length) + " " + map.computeIfPresent("be", (k, v) -> null)
            + " " + map.compute("or", (k, v) -> v + 10) + " " + map.replace("is", 1, 8) + " " + map.remove("is", 1)
            + " " + map.getOrDefault("gone", -1));
        System.out.println(new TreeMap<>(map));
        Iterator<String> keys = map.keySet().iterator();
        keys.next();
        map.put("during", 1);
        int seen = 1;
        while (keys.hasNext()) {
            keys.next();
            seen++;
        }
        System.out.println((seen == map.size() || seen == map.size() - 1)
            + " " + map.reduceValues(Long.MAX_VALUE, Integer::sum)
            + " " + map.search(Long.MAX_VALUE, (k, v) -> v == 11 ? k : null) + " " + map.contains(8));
        for (int i = 0; i < 1000; i++) {
            map.put("k" + i, i);
        }
        map.keySet().removeIf(k -> k.startsWith("k") && k.length() > 2);
        System.out.println(map.size() + " " + map.values().stream().mapToInt(Integer::intValue).sum()
            + " " + ConcurrentHashMap.newKeySet().add("x"));
        for (Runnable attempt : new Runnable[] {() -> map.put(null, 1), () -> map.put("x", null),
            () -> map.computeIfAbsent("outer", k -> map.computeIfAbsent("outer", j -> 1))}) {
            try {
                attempt.run();
                System.out.println("fine");
            } catch (NullPointerException e) {
                System.out.println("null refused");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }

        ConcurrentSkipListMap<Integer, String> skip = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 200; i++) {
            skip.put(i * 37 % 200, "v" + i);
        }
        System.out.println(skip.firstKey() + " " + skip.floorKey(150) + " " + skip.headMap(5)
            + " " + skip.descendingMap().headMap(195) + " " + skip.pollFirstEntry() + " " + skip.size()
            + " " + new ConcurrentSkipListSet<>(List.of(3, 1, 2)).ceiling(2));
        CopyOnWriteArrayList<Integer> copies = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
        for (Integer n : copies) {
            copies.add(n * 10);
        }
        System.out.println(copies + " " + copies.addIfAbsent(10) + " " + copies.addAllAbsent(List.of(1, 99)));

        ArrayBlockingQueue<Integer> bounded = new ArrayBlockingQueue<>(2);
        bounded.put(1);
        System.out.println(bounded.offer(2) + " " + bounded.offer(3) + " " + bounded.remainingCapacity()
            + " " + bounded.take() + " " + bounded);
        try {
            bounded.add(4);
            bounded.add(5);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>(Arrays.asList("m"));
        deque.putFirst("l");
        deque.putLast("r");
        PriorityBlockingQueue<Integer> heap = new PriorityBlockingQueue<>(List.of(5, 1, 3));
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>(List.of(7, 8));
        ConcurrentLinkedDeque<Integer> linked = new ConcurrentLinkedDeque<>(List.of(1));
        linked.addFirst(0);
        System.out.println(deque + " " + deque.takeLast() + " " + heap.take() + heap.take()
            + " " + queue.poll() + queue.peek() + queue.size() + " " + linked + " " + Map.copyOf(skip).size());
    }
}
