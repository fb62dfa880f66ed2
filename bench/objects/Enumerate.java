// Every structure that sequences of calls make, by hand: what `jaywalk explore` is measured beside. Breadth first over copies, with a set of canonical texts. The classes are
// those of examples/structures; what explore finds out by itself, how to copy them and how to compare them, is written here for each.
// Prints structures, expanded structures and executions.

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class Enumerate {
    /** How a structure is copied, called and written. */
    abstract static class Subject<S> {
        final int n;

        Subject(int n) {
            this.n = n;
        }

        abstract S empty();

        abstract S copy(S of);

        abstract int calls();

        abstract void call(S on, int number);

        abstract void write(S structure, Text out);

        /** Makes all calls on all structures that fewer than n of them reach. */
        void run() {
            Set<String> seen = new HashSet<>();
            List<S> level = new ArrayList<>();
            Text text = new Text();
            level.add(empty());
            seen.add(text.of(this, level.get(0)));
            long expanded = 0;
            long executions = 0;
            for (int i = 0; i < n; i++) {
                List<S> next = new ArrayList<>();
                boolean isLast = i == n - 1;
                for (S structure : level) {
                    expanded++;
                    for (int number = 0; number < calls(); number++) {
                        S copy = copy(structure);
                        call(copy, number);
                        executions++;
                        if (seen.add(text.of(this, copy)) && !isLast) {
                            next.add(copy);
                        }
                    }
                }
                level = next;
            }
            System.out.println(seen.size() + " " + expanded + " " + executions);
        }
    }

    /** The canonical text of a structure. */
    static final class Text {
        private byte[] bytes = new byte[64];
        private int length;

        void add(int value) {
            if (length == bytes.length) {
                bytes = java.util.Arrays.copyOf(bytes, 2 * length);
            }
            bytes[length++] = (byte) value;
        }

        <S> String of(Subject<S> subject, S structure) {
            length = 0;
            subject.write(structure, this);
            return new String(bytes, 0, length, java.nio.charset.StandardCharsets.ISO_8859_1);
        }
    }

    static final class Bst extends Subject<SearchTree> {
        Bst(int n) {
            super(n);
        }

        @Override
        SearchTree empty() {
            return new SearchTree();
        }

        @Override
        SearchTree copy(SearchTree of) {
            SearchTree tree = new SearchTree();
            tree.root = copy(of.root);
            tree.size = of.size;
            return tree;
        }

        private static SearchTree.Node copy(SearchTree.Node of) {
            if (of == null) {
                return null;
            }
            SearchTree.Node node = new SearchTree.Node(of.value);
            node.left = copy(of.left);
            node.right = copy(of.right);
            return node;
        }

        @Override
        int calls() {
            return 2 * n;
        }

        @Override
        void call(SearchTree on, int number) {
            if (number < n) {
                on.add(number + 1);
            } else {
                on.remove(number - n + 1);
            }
        }

        @Override
        void write(SearchTree tree, Text out) {
            write(tree.root, out);
        }

        private static void write(SearchTree.Node node, Text out) {
            if (node == null) {
                out.add(0);
                return;
            }
            out.add(node.value);
            write(node.left, out);
            write(node.right, out);
        }
    }

    static final class TreeMap extends Subject<RedBlackTree> {
        TreeMap(int n) {
            super(n);
        }

        @Override
        RedBlackTree empty() {
            return new RedBlackTree();
        }

        @Override
        RedBlackTree copy(RedBlackTree of) {
            RedBlackTree tree = new RedBlackTree();
            tree.root = copy(of.root, null);
            tree.size = of.size;
            return tree;
        }

        private static RedBlackTree.Node copy(RedBlackTree.Node of, RedBlackTree.Node parent) {
            if (of == null) {
                return null;
            }
            RedBlackTree.Node node = new RedBlackTree.Node(of.key, parent);
            node.black = of.black;
            node.left = copy(of.left, node);
            node.right = copy(of.right, node);
            return node;
        }

        @Override
        int calls() {
            return 2 * n;
        }

        @Override
        void call(RedBlackTree on, int number) {
            if (number < n) {
                on.put(number + 1);
            } else {
                on.remove(number - n + 1);
            }
        }

        @Override
        void write(RedBlackTree tree, Text out) {
            write(tree.root, out);
        }

        private static void write(RedBlackTree.Node node, Text out) {
            if (node == null) {
                out.add(0);
                return;
            }
            out.add(node.black ? node.key : -node.key);
            write(node.left, out);
            write(node.right, out);
        }
    }

    static final class Stack extends Subject<LinkedStack> {
        Stack(int n) {
            super(n);
        }

        @Override
        LinkedStack empty() {
            return new LinkedStack();
        }

        @Override
        LinkedStack copy(LinkedStack of) {
            // Cells never change.
            LinkedStack stack = new LinkedStack();
            stack.top = of.top;
            stack.size = of.size;
            return stack;
        }

        @Override
        int calls() {
            return n + 1;
        }

        @Override
        void call(LinkedStack on, int number) {
            if (number < n) {
                on.push(number + 1);
            } else {
                on.pop();
            }
        }

        @Override
        void write(LinkedStack stack, Text out) {
            for (LinkedStack.Cell at = stack.top; at != null; at = at.below) {
                out.add(at.value);
            }
        }
    }

    static final class Deque extends Subject<LinkedDeque> {
        Deque(int n) {
            super(n);
        }

        @Override
        LinkedDeque empty() {
            return new LinkedDeque();
        }

        @Override
        LinkedDeque copy(LinkedDeque of) {
            LinkedDeque deque = new LinkedDeque();
            deque.size = of.size;
            for (LinkedDeque.Cell at = of.first; at != null; at = at.after) {
                LinkedDeque.Cell cell = new LinkedDeque.Cell(at.value);
                cell.before = deque.last;
                if (deque.last == null) {
                    deque.first = cell;
                } else {
                    deque.last.after = cell;
                }
                deque.last = cell;
            }
            return deque;
        }

        @Override
        int calls() {
            return 2 * n;
        }

        @Override
        void call(LinkedDeque on, int number) {
            if (number < n) {
                on.addFirst(number + 1);
            } else {
                on.addLastOrRemove(number - n + 1);
            }
        }

        @Override
        void write(LinkedDeque deque, Text out) {
            for (LinkedDeque.Cell at = deque.first; at != null; at = at.after) {
                out.add(at.value);
            }
        }
    }

    static final class Heap extends Subject<HeapArray> {
        Heap(int n) {
            super(n);
        }

        @Override
        HeapArray empty() {
            return new HeapArray();
        }

        @Override
        HeapArray copy(HeapArray of) {
            HeapArray heap = new HeapArray();
            heap.values = of.values.clone();
            heap.size = of.size;
            return heap;
        }

        @Override
        int calls() {
            return n + 1;
        }

        @Override
        void call(HeapArray on, int number) {
            if (number < n) {
                on.insert(number + 1);
            } else {
                on.removeGreatest();
            }
        }

        @Override
        void write(HeapArray heap, Text out) {
            out.add(heap.size);
            for (int value : heap.values) {
                out.add(value);
            }
        }
    }

    static final class Unique extends Subject<UniqueStack> {
        Unique(int n) {
            super(n);
        }

        @Override
        UniqueStack empty() {
            return new UniqueStack(n);
        }

        @Override
        UniqueStack copy(UniqueStack of) {
            UniqueStack stack = new UniqueStack(n);
            System.arraycopy(of.values, 0, stack.values, 0, n);
            stack.size = of.size;
            return stack;
        }

        @Override
        int calls() {
            return n + 1;
        }

        @Override
        void call(UniqueStack on, int number) {
            if (number < n) {
                on.push(number + 1);
            } else {
                on.pop();
            }
        }

        @Override
        void write(UniqueStack stack, Text out) {
            // What lies above the top is not cleared.
            out.add(stack.size);
            for (int value : stack.values) {
                out.add(value);
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "bst" -> new Bst(n).run();
            case "treemap" -> new TreeMap(n).run();
            case "stack" -> new Stack(n).run();
            case "deque" -> new Deque(n).run();
            case "heaparray" -> new Heap(n).run();
            case "ubstack" -> new Unique(n).run();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
