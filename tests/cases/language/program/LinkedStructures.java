//@ run-native
// Exercises a small program of hand-written structures: linked list reversal, binary tree, hash table, heap and graph walk.
public class LinkedStructures {
    static class Link {
        int value;
        Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }

        static Link of(int... vs) {
            Link head = null;
            for (int i = vs.length - 1; i >= 0; i--) head = new Link(vs[i], head);
            return head;
        }

        static Link reverse(Link l) {
            Link out = null;
            while (l != null) {
                Link next = l.next;
                l.next = out;
                out = l;
                l = next;
            }
            return out;
        }

        @Override
        public String toString() { return value + (next == null ? "" : "->" + next); }
    }

    static class Tree {
        int key, count = 1;
        Tree left, right;

        Tree(int key) { this.key = key; }

        void add(int k) {
            if (k == key) count++;
            else if (k < key) { if (left == null) left = new Tree(k); else left.add(k); }
            else { if (right == null) right = new Tree(k); else right.add(k); }
        }

        int height() { return 1 + Math.max(left == null ? 0 : left.height(), right == null ? 0 : right.height()); }

        void walk(StringBuilder out) {
            if (left != null) left.walk(out);
            out.append(key).append(count > 1 ? "x" + count : "").append(' ');
            if (right != null) right.walk(out);
        }
    }

    static class Table {
        private Object[][] buckets = new Object[4][];
        private int size;

        int put(String k, int v) {
            int at = (k.hashCode() & 0x7fffffff) % buckets.length;
            for (Object[] e = buckets[at]; e != null; e = (Object[]) e[2]) {
                if (e[0].equals(k)) {
                    int old = (int) e[1];
                    e[1] = v;
                    return old;
                }
            }
            buckets[at] = new Object[] {k, v, buckets[at]};
            return -++size;
        }
    }

    static class Heap {
        long[] a = new long[1];
        int n;

        void push(long v) {
            if (n == a.length) a = java.util.Arrays.copyOf(a, n * 2);
            int i = n++;
            for (; i > 0 && a[(i - 1) / 2] > v; i = (i - 1) / 2) a[i] = a[(i - 1) / 2];
            a[i] = v;
        }

        long pop() {
            long top = a[0], v = a[--n];
            int i = 0;
            for (int c; (c = 2 * i + 1) < n; i = c) {
                if (c + 1 < n && a[c + 1] < a[c]) c++;
                if (a[c] >= v) break;
                a[i] = a[c];
            }
            a[i] = v;
            return top;
        }
    }

    public static void main(String[] args) {
        System.out.println(Link.reverse(Link.of(1, 2, 3, 4)) + " " + Link.reverse(null) + " " + Link.of(7));
        Tree t = new Tree(50);
        for (int k : new int[] {20, 70, 10, 30, 60, 20, 65, 50, 20}) t.add(k);
        StringBuilder out = new StringBuilder();
        t.walk(out);
        System.out.println(out + "height " + t.height());
        Table table = new Table();
        for (String w : "the cat and the dog and the bird".split(" ")) System.out.print(table.put(w, w.length()) + " ");
        System.out.println(table.size);
        Heap h = new Heap();
        for (long x = 5; h.n < 12; x = x * 37 % 101) h.push(x - 50);
        while (h.n > 0) System.out.print(h.pop() + " ");
        System.out.println();
    }
}
