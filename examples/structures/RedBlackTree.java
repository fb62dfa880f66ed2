//@ check: safe
//@ args: 7
//@ structures: 537
//@ expanded: 470
// Red-black tree with links to parents, a map's keys (subject "treemap"): every tree that N operations can make from N keys.
// Expected: safe. Colours are part of a tree, so the same shape may be there more than once.

import gov.nasa.jpf.vm.Verify;

public class RedBlackTree {
    static final class Node {
        int key;
        boolean black = true;
        Node left;
        Node right;
        Node parent;

        Node(int key, Node parent) {
            this.key = key;
            this.parent = parent;
        }
    }

    Node root;
    int size;

    void put(int key) {
        if (root == null) {
            root = new Node(key, null);
            size = 1;
            return;
        }
        Node at = root;
        while (key != at.key) {
            Node next = key < at.key ? at.left : at.right;
            if (next == null) {
                next = new Node(key, at);
                if (key < at.key) {
                    at.left = next;
                } else {
                    at.right = next;
                }
                size++;
                fixAfterPut(next);
                return;
            }
            at = next;
        }
    }

    void remove(int key) {
        Node at = root;
        while (at != null && at.key != key) {
            at = key < at.key ? at.left : at.right;
        }
        if (at == null) {
            return;
        }
        size--;
        if (at.left != null && at.right != null) {
            Node next = at.right;
            while (next.left != null) {
                next = next.left;
            }
            at.key = next.key;
            at = next;
        }
        Node child = at.left != null ? at.left : at.right;
        if (child != null) {
            child.parent = at.parent;
            replace(at, child);
            at.left = at.right = at.parent = null;
            if (at.black) {
                fixAfterRemove(child);
            }
        } else if (at.parent == null) {
            root = null;
        } else {
            if (at.black) {
                fixAfterRemove(at);
            }
            replace(at, null);
            at.parent = null;
        }
    }

    /** What the parent of `node` has in its place. */
    private void replace(Node node, Node with) {
        if (node.parent == null) {
            root = with;
        } else if (node.parent.left == node) {
            node.parent.left = with;
        } else {
            node.parent.right = with;
        }
    }

    private static boolean isBlack(Node node) {
        return node == null || node.black;
    }

    private static void paint(Node node, boolean black) {
        if (node != null) {
            node.black = black;
        }
    }

    private static Node parent(Node node) {
        return node == null ? null : node.parent;
    }

    private static Node child(Node node, boolean left) {
        return node == null ? null : left ? node.left : node.right;
    }

    /** Moves the child on the other side up, and the node down to the given side. */
    private void rotate(Node node, boolean toLeft) {
        if (node == null) {
            return;
        }
        Node up = child(node, !toLeft);
        Node middle = child(up, toLeft);
        if (toLeft) {
            node.right = middle;
        } else {
            node.left = middle;
        }
        if (middle != null) {
            middle.parent = node;
        }
        up.parent = node.parent;
        replace(node, up);
        if (toLeft) {
            up.left = node;
        } else {
            up.right = node;
        }
        node.parent = up;
    }

    private void fixAfterPut(Node node) {
        node.black = false;
        while (node != null && node != root && !node.parent.black) {
            boolean onLeft = parent(node) == child(parent(parent(node)), true);
            Node uncle = child(parent(parent(node)), !onLeft);
            if (!isBlack(uncle)) {
                paint(parent(node), true);
                paint(uncle, true);
                paint(parent(parent(node)), false);
                node = parent(parent(node));
                continue;
            }
            if (node == child(parent(node), !onLeft)) {
                node = parent(node);
                rotate(node, onLeft);
            }
            paint(parent(node), true);
            paint(parent(parent(node)), false);
            rotate(parent(parent(node)), !onLeft);
        }
        root.black = true;
    }

    private void fixAfterRemove(Node node) {
        while (node != root && isBlack(node)) {
            boolean onLeft = node == child(parent(node), true);
            Node sibling = child(parent(node), !onLeft);
            if (!isBlack(sibling)) {
                paint(sibling, true);
                paint(parent(node), false);
                rotate(parent(node), onLeft);
                sibling = child(parent(node), !onLeft);
            }
            if (isBlack(child(sibling, true)) && isBlack(child(sibling, false))) {
                paint(sibling, false);
                node = parent(node);
                continue;
            }
            if (isBlack(child(sibling, !onLeft))) {
                paint(child(sibling, onLeft), true);
                paint(sibling, false);
                rotate(sibling, !onLeft);
                sibling = child(parent(node), !onLeft);
            }
            paint(sibling, isBlack(parent(node)));
            paint(parent(node), true);
            paint(child(sibling, !onLeft), true);
            rotate(parent(node), onLeft);
            node = root;
        }
        paint(node, true);
    }

    /** The number of black nodes on every way down, if order, colours and links are as they should be. */
    private static int check(Node node, int above, int below) {
        if (node == null) {
            return 0;
        }
        assert above < node.key && node.key < below : "out of order: " + node.key;
        assert node.black || isBlack(node.left) && isBlack(node.right) : "red below red: " + node.key;
        assert (node.left == null || node.left.parent == node) && (node.right == null || node.right.parent == node);
        int blacks = check(node.left, above, node.key);
        assert blacks == check(node.right, node.key, below) : "unlike ways down from " + node.key;
        return blacks + (node.black ? 1 : 0);
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 6;
        RedBlackTree tree = new RedBlackTree();
        Verify.stopIfVisited(tree);
        for (int i = 0; i < n; i++) {
            boolean puts = Verify.getInt(0, 1) == 0;
            int key = Verify.getInt(1, n);
            if (puts) {
                tree.put(key);
            } else {
                tree.remove(key);
            }
            Verify.stopIfVisited(tree);
            check(tree.root, 0, n + 1);
        }
    }
}
