//@ run-native
// Exercises ArrayDeque wraparound and growth, PriorityQueue order and removal, and Stack and Vector leftovers.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EmptyStackException;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Stack;
import java.util.Vector;

public class DequesAndHeaps {
    public static void main(String[] args) {
        Deque<Integer> deque = new ArrayDeque<>(4);
        long checksum = 0;
        for (int i = 0; i < 500; i++) {
            if (i % 3 == 0) {
                deque.addFirst(i);
            } else {
                deque.addLast(i);
            }
            if (i % 4 == 3) {
                checksum = checksum * 31 + (i % 8 == 3 ? deque.pollFirst() : deque.pollLast());
            }
        }
        System.out.println(deque.size() + " " + checksum + " " + deque.peekFirst() + " " + deque.peekLast());
        System.out.println(deque.removeFirstOccurrence(300) + " " + deque.remove(-1) + " " + deque.contains(100)
            + " " + deque.size());
        deque.removeIf(n -> n % 5 != 0);
        System.out.println(deque);
        List<Integer> backwards = new ArrayList<>();
        deque.descendingIterator().forEachRemaining(backwards::add);
        Collections.reverse(backwards);
        System.out.println(backwards.equals(new ArrayList<>(deque)));
        try {
            deque.add(null);
        } catch (NullPointerException e) {
            System.out.println("ArrayDeque rejects null");
        }

        heaps();
        Stack<String> stack = new Stack<>();
        stack.push("a");
        stack.push("b");
        stack.push("c");
        System.out.println(stack.peek() + stack.pop() + stack + stack.search("a") + stack.search("z") + stack.empty());
        stack.clear();
        try {
            stack.pop();
        } catch (EmptyStackException e) {
            System.out.println(e);
        }
        Vector<Integer> vector = new Vector<>(2, 3);
        for (int i = 0; i < 6; i++) {
            vector.addElement(i);
        }
        System.out.println(vector + " " + vector.capacity()
            + " " + vector.elementAt(2) + vector.firstElement() + vector.lastElement());
    }

    private static void heaps() {
        PriorityQueue<Integer> heap = new PriorityQueue<>(Arrays.asList(5, 3, 8, 1, 9, 2, 7, 3));
        System.out.println(heap + " " + heap.peek() + " " + heap.remove(8) + " " + heap.contains(9) + " " + heap);
        StringBuilder drained = new StringBuilder();
        while (!heap.isEmpty()) {
            drained.append(heap.poll()).append(' ');
        }
        System.out.println(drained.toString() + heap.poll());
        PriorityQueue<String> byLength = new PriorityQueue<>(Comparator.comparing(String::length)
            .thenComparing(Comparator.reverseOrder()));
        Collections.addAll(byLength, "pear", "fig", "banana", "kiwi", "apple", "nut", "date");
        StringBuilder order = new StringBuilder();
        for (String next = byLength.poll(); next != null; next = byLength.poll()) {
            order.append(next).append(' ');
        }
        System.out.println(order);
        try {
            PriorityQueue<Object> mixed = new PriorityQueue<>();
            mixed.add("text");
            mixed.add(new int[0].length);
        } catch (ClassCastException e) {
            System.out.println("mixed types refused");
        }
    }
}
