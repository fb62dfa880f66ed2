//@ run-native
// Exercises CopyOnWriteArrayList and Set: iterators see the moment they were made, and concurrent additions are all kept.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

public class CopyOnWriteSnapshots {
    public static void main(String[] args) throws InterruptedException {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>(List.of(-1, -2));
        CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>();
        Iterator<Integer> before = list.iterator();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int id = t;
            threads.add(new Thread(() -> {
                for (int n = 0; n < 20; n++) {
                    list.add(id * 100 + n);
                    list.addIfAbsent(1000 + n);
                    set.add(n % 7);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        List<Integer> seen = new ArrayList<>();
        before.forEachRemaining(seen::add);
        List<Integer> sortedSet = new ArrayList<>(set);
        sortedSet.sort(null);
        System.out.println("snapshot " + seen + " now " + list.size() + " distinct "
            + list.stream().distinct().count() + " set " + sortedSet);
        list.sort(null);
        System.out.println(list.subList(0, 5) + " " + list.indexOf(1000) + " " + list.lastIndexOf(119));

        CopyOnWriteArrayList<String> letters = new CopyOnWriteArrayList<>(new String[] {"a", "b", "c", "d"});
        for (String letter : letters) {
            if (letter.equals("b")) {
                letters.remove("c");
                letters.add("e");
            }
            System.out.print(letter + " ");
        }
        System.out.println(letters);
        ListIterator<String> backwards = letters.listIterator(letters.size());
        while (backwards.hasPrevious()) {
            System.out.print(backwards.previous() + backwards.nextIndex() + " ");
        }
        System.out.println();
        for (Runnable wrong : new Runnable[] {() -> letters.iterator().remove(), () -> letters.listIterator().add("x"),
            () -> letters.get(9), () -> letters.add(7, "x"), () -> letters.subList(2, 9)}) {
            try {
                wrong.run();
                System.out.println("fine");
            } catch (UnsupportedOperationException | IndexOutOfBoundsException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        List<String> part = letters.subList(1, 3);
        letters.add("f");
        try {
            part.size();
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("a sublist notices");
        }
        System.out.println(letters.addAllAbsent(List.of("a", "g", "g", "h")) + " " + letters + " "
            + letters.removeIf(s -> s.compareTo("d") > 0) + " " + letters + " " + letters.set(0, "A"));
        letters.replaceAll(s -> s + s);
        System.out.println(letters + " " + letters.equals(List.of("AA", "bb", "dd")) + " " + letters.hashCode());
        System.out.println(new CopyOnWriteArraySet<>(List.of(3, 1, 3, 2)) + " "
            + new CopyOnWriteArraySet<>(List.of(1, 2)).equals(java.util.Set.of(2, 1)));
    }
}
