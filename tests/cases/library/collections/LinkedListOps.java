//@ run-native
// Exercises LinkedList as list, deque and stack, and ListIterator edits in both directions.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;

public class LinkedListOps {
    public static void main(String[] args) {
        LinkedList<String> list = new LinkedList<>(List.of("c", "d", "e"));
        list.addFirst("b");
        list.addLast("f");
        list.push("a");
        System.out.println(list + " " + list.peek() + list.peekLast() + list.getFirst() + list.getLast()
            + list.element());
        System.out.println(list.offer("g") + " " + list.offerFirst("z")
            + " " + list.poll() + list.pollLast() + list.pop() + list.remove());
        list.add(2, "mid");
        System.out.println(list + " " + list.get(2) + " " + list.indexOf("e") + " " + list.set(0, "C")
            + " " + list.remove(1));
        list.addAll(1, List.of("x", "y", "x"));
        System.out.println(list + " " + list.removeFirstOccurrence("x") + list.removeLastOccurrence("x") + " " + list);
        Iterator<String> down = list.descendingIterator();
        StringBuilder reversed = new StringBuilder();
        while (down.hasNext()) {
            reversed.append(down.next());
        }
        System.out.println(reversed);
        walk(new LinkedList<>(List.of(1, 2, 3, 4, 5)));
        walk(new ArrayList<>(List.of(1, 2, 3, 4, 5)));

        LinkedList<Integer> empty = new LinkedList<>();
        System.out.println(empty.peek() + " " + empty.poll() + " " + empty.pollLast() + " " + empty.peekFirst());
        Runnable[] attempts = {empty::getFirst, empty::removeLast, empty::element, empty::pop,
            () -> empty.iterator().next(), () -> empty.get(0), () -> empty.add(1, 1)};
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (NoSuchElementException e) {
                System.out.println("NoSuchElement " + e.getMessage());
            } catch (IndexOutOfBoundsException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static void walk(List<Integer> list) {
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int index = it.nextIndex();
            int value = it.next();
            if (value == 2) {
                it.remove();
            } else if (value == 3) {
                it.set(30);
                it.add(31);
            } else if (index == 0) {
                it.add(10);
            }
        }
        System.out.println(list + " " + it.nextIndex() + " " + it.previousIndex());
        StringBuilder back = new StringBuilder();
        while (it.hasPrevious()) {
            int value = it.previous();
            back.append(value).append('@').append(it.nextIndex()).append(' ');
            if (value == 31) {
                it.add(32);
            }
        }
        System.out.println(back + " " + list);
        try {
            list.listIterator(2).remove();
        } catch (IllegalStateException e) {
            System.out.println("illegal state " + e.getMessage());
        }
        ListIterator<Integer> afterAdd = list.listIterator(1);
        afterAdd.next();
        afterAdd.add(7);
        try {
            afterAdd.set(8);
        } catch (IllegalStateException e) {
            System.out.println("set after add " + list);
        }
    }
}
