//@ check: safe
//@ args: 5
//@ structures: 3906
//@ expanded: 781
// Doubly linked list that is closed to a ring by a header (subject "linkedlist"): every list that N operations can make from N values.
// The operations add at the end, remove the last, and look for a value. Expected: safe.

import gov.nasa.jpf.vm.Verify;

public class RingList {
    static final class Cell {
        int value;
        Cell before = this;
        Cell after = this;
    }

    private final Cell header = new Cell();
    private int size;

    void add(int value) {
        Cell cell = new Cell();
        cell.value = value;
        cell.before = header.before;
        cell.after = header;
        cell.before.after = cell;
        header.before = cell;
        size++;
    }

    void removeLast() {
        Cell last = header.before;
        if (last != header) {
            last.before.after = header;
            header.before = last.before;
            size--;
        }
    }

    boolean contains(int value) {
        for (Cell at = header.after; at != header; at = at.after) {
            if (at.value == value) {
                return true;
            }
        }
        return false;
    }

    void check() {
        int count = 0;
        for (Cell at = header.after; at != header; at = at.after) {
            assert at.before.after == at && at.after.before == at;
            count++;
        }
        assert count == size;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        RingList list = new RingList();
        Verify.stopIfVisited(list);
        for (int i = 0; i < n; i++) {
            int method = Verify.getInt(0, 2);
            int value = Verify.getInt(1, n);
            switch (method) {
                case 0:
                    list.add(value);
                    assert list.contains(value);
                    break;
                case 1:
                    list.removeLast();
                    break;
                default:
                    list.contains(value);
                    break;
            }
            Verify.stopIfVisited(list);
            list.check();
        }
    }
}
