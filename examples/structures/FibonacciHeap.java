//@ check: safe
//@ args: 6
//@ structures: 16247
//@ expanded: 3003
// Fibonacci heap, a priority queue (subject "fibheap"): every heap that N operations can make from N values, which may repeat.
// The operations insert a value and remove the least. Expected: safe.

import gov.nasa.jpf.vm.Verify;

public class FibonacciHeap {
    /** Siblings form a ring. */
    static final class Node {
        final int value;
        int degree;
        Node parent;
        Node child;
        Node left = this;
        Node right = this;

        Node(int value) {
            this.value = value;
        }

        void leaveRing() {
            left.right = right;
            right.left = left;
            left = right = this;
        }

        void enterRightOf(Node other) {
            left = other;
            right = other.right;
            left.right = right.left = this;
        }
    }

    private Node least;
    private int size;

    void insert(int value) {
        addRoot(new Node(value));
        size++;
    }

    private void addRoot(Node node) {
        if (least == null) {
            least = node;
            return;
        }
        node.enterRightOf(least);
        if (node.value < least.value) {
            least = node;
        }
    }

    void removeLeast() {
        Node removed = least;
        if (removed == null) {
            return;
        }
        Node child = removed.child;
        for (int i = removed.degree; i > 0; i--) {
            Node next = child.right;
            child.leaveRing();
            child.enterRightOf(removed);
            child.parent = null;
            child = next;
        }
        Node next = removed.right;
        removed.leaveRing();
        size--;
        if (next == removed) {
            least = null;
        } else {
            consolidate(next);
        }
    }

    /** Hangs roots of the same degree below each other until all degrees differ. */
    private void consolidate(Node start) {
        Node[] byDegree = new Node[size + 1];
        int roots = 1;
        for (Node at = start.right; at != start; at = at.right) {
            roots++;
        }
        Node at = start;
        for (; roots > 0; roots--) {
            Node next = at.right;
            while (byDegree[at.degree] != null) {
                Node other = byDegree[at.degree];
                byDegree[at.degree] = null;
                if (other.value < at.value) {
                    Node swapped = other;
                    other = at;
                    at = swapped;
                }
                hang(other, at);
            }
            byDegree[at.degree] = at;
            at = next;
        }
        least = null;
        for (Node root : byDegree) {
            if (root != null) {
                root.leaveRing();
                addRoot(root);
            }
        }
    }

    private static void hang(Node node, Node below) {
        node.leaveRing();
        node.parent = below;
        if (below.child == null) {
            below.child = node;
        } else {
            node.enterRightOf(below.child);
        }
        below.degree++;
    }

    /** The number of nodes in a ring and below it. */
    private static int check(Node ring, Node parent) {
        if (ring == null) {
            return 0;
        }
        int count = 0;
        int siblings = 0;
        Node at = ring;
        do {
            assert at.right.left == at && at.parent == parent && (parent == null || parent.value <= at.value);
            count += 1 + check(at.child, at);
            siblings++;
            at = at.right;
        } while (at != ring);
        assert parent == null || parent.degree == siblings;
        return count;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        FibonacciHeap heap = new FibonacciHeap();
        Verify.stopIfVisited(heap);
        for (int i = 0; i < n; i++) {
            // 0 is a removal, the others are values to add.
            int value = Verify.getInt(0, n);
            if (value == 0) {
                heap.removeLeast();
            } else {
                heap.insert(value);
            }
            Verify.stopIfVisited(heap);
            assert check(heap.least, null) == heap.size;
        }
    }
}
