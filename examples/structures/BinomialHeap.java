//@ check: safe
//@ args: 6
//@ structures: 7602
//@ expanded: 2016
// Binomial heap, a priority queue (subject "binheap"): every heap that N operations can make from N values, which may repeat.
// The operations insert a value and delete one. Expected: safe.

import gov.nasa.jpf.vm.Verify;

public class BinomialHeap {
    static final class Node {
        int value;
        int degree;
        Node parent;
        Node child;
        Node sibling;

        Node(int value) {
            this.value = value;
        }

        /** The first node with this value among this one, what is below it, and its later siblings. */
        Node find(int wanted) {
            for (Node at = this; at != null; at = at.sibling) {
                if (at.value == wanted) {
                    return at;
                }
                Node below = at.child == null ? null : at.child.find(wanted);
                if (below != null) {
                    return below;
                }
            }
            return null;
        }
    }

    /** The first of the trees, which are ordered by degree. */
    private Node first;
    private int size;

    void insert(int value) {
        unite(new Node(value));
        size++;
    }

    /** Lets the value rise to the root of its tree as if it were less than all, and removes that root. */
    void delete(int value) {
        Node node = first == null ? null : first.find(value);
        if (node == null) {
            return;
        }
        for (; node.parent != null; node = node.parent) {
            node.value = node.parent.value;
        }
        removeRoot(node);
        size--;
    }

    private void removeRoot(Node root) {
        if (first == root) {
            first = root.sibling;
        } else {
            Node before = first;
            while (before.sibling != root) {
                before = before.sibling;
            }
            before.sibling = root.sibling;
        }
        // The children stand by falling degree, the trees of a heap by rising degree.
        Node trees = null;
        for (Node child = root.child; child != null; ) {
            Node next = child.sibling;
            child.parent = null;
            child.sibling = trees;
            trees = child;
            child = next;
        }
        unite(trees);
    }

    /** Takes in the trees of another heap. */
    private void unite(Node trees) {
        first = merge(first, trees);
        Node before = null;
        Node at = first;
        while (at != null && at.sibling != null) {
            Node next = at.sibling;
            boolean threeAlike = next.sibling != null && next.sibling.degree == at.degree;
            if (at.degree != next.degree || threeAlike) {
                before = at;
                at = next;
            } else if (at.value <= next.value) {
                at.sibling = next.sibling;
                hang(next, at);
            } else {
                if (before == null) {
                    first = next;
                } else {
                    before.sibling = next;
                }
                hang(at, next);
                at = next;
            }
        }
    }

    private static void hang(Node node, Node below) {
        node.parent = below;
        node.sibling = below.child;
        below.child = node;
        below.degree++;
    }

    /** All trees by rising degree; of two alike the first heap's goes first. */
    private static Node merge(Node one, Node other) {
        Node head = null;
        Node last = null;
        while (one != null || other != null) {
            Node next;
            if (other == null || one != null && one.degree <= other.degree) {
                next = one;
                one = one.sibling;
            } else {
                next = other;
                other = other.sibling;
            }
            if (last == null) {
                head = next;
            } else {
                last.sibling = next;
            }
            last = next;
        }
        return head;
    }

    /** The number of nodes in these trees, if they are as they should be. */
    private static int check(Node node, Node parent) {
        int count = 0;
        for (; node != null; node = node.sibling) {
            assert node.parent == parent && (parent == null || parent.value <= node.value);
            int below = check(node.child, node);
            assert below + 1 == 1 << node.degree;
            count += below + 1;
        }
        return count;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        BinomialHeap heap = new BinomialHeap();
        Verify.stopIfVisited(heap);
        for (int i = 0; i < n; i++) {
            boolean inserts = Verify.getInt(0, 1) == 0;
            int value = Verify.getInt(1, n);
            if (inserts) {
                heap.insert(value);
            } else {
                heap.delete(value);
            }
            Verify.stopIfVisited(heap);
            assert check(heap.first, null) == heap.size;
        }
    }
}
