//@ check: safe
//@ args: 6
//@ structures: 731
//@ expanded: 599
// Binary search tree, a set: every tree that N operations can make from N values, each looked at once. The first argument is N.
// Expected: safe. The trees are all there are: sum over k of C(N, k) Catalan(k).

import gov.nasa.jpf.vm.Verify;

public class SearchTree {
    static final class Node {
        final int value;
        Node left;
        Node right;

        Node(int value) {
            this.value = value;
        }
    }

    Node root;
    int size;

    void add(int value) {
        if (root == null) {
            root = new Node(value);
            size++;
            return;
        }
        Node at = root;
        while (at.value != value) {
            Node next = value < at.value ? at.left : at.right;
            if (next == null) {
                next = new Node(value);
                if (value < at.value) {
                    at.left = next;
                } else {
                    at.right = next;
                }
                size++;
            }
            at = next;
        }
    }

    void remove(int value) {
        Node parent = null;
        Node at = root;
        while (at != null && at.value != value) {
            parent = at;
            at = value < at.value ? at.left : at.right;
        }
        if (at == null) {
            return;
        }
        size--;
        Node instead = at.left == null ? at.right : at.right == null ? at.left : withoutLeast(at);
        if (parent == null) {
            root = instead;
        } else if (parent.left == at) {
            parent.left = instead;
        } else {
            parent.right = instead;
        }
    }

    /** What stands for a node with two children: the least node of its right side, with the rest of both below it. */
    private static Node withoutLeast(Node node) {
        Node parent = node;
        Node least = node.right;
        while (least.left != null) {
            parent = least;
            least = least.left;
        }
        if (parent != node) {
            parent.left = least.right;
            least.right = node.right;
        }
        least.left = node.left;
        return least;
    }

    /** The number of nodes below, if all values lie between the bounds. */
    private static int check(Node node, int above, int below) {
        if (node == null) {
            return 0;
        }
        assert above < node.value && node.value < below : "out of order: " + node.value;
        return 1 + check(node.left, above, node.value) + check(node.right, node.value, below);
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        SearchTree tree = new SearchTree();
        Verify.stopIfVisited(tree);
        for (int i = 0; i < n; i++) {
            boolean adds = Verify.getInt(0, 1) == 0;
            int value = Verify.getInt(1, n);
            if (adds) {
                tree.add(value);
            } else {
                tree.remove(value);
            }
            Verify.stopIfVisited(tree);
            assert check(tree.root, 0, n + 1) == tree.size;
        }
    }
}
