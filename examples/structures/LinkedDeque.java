//@ check: safe
//@ args: 6
//@ structures: 1957
//@ expanded: 1237
// Double-ended queue in a doubly linked list, without repetition (subject "deque"): every one that N operations can make from N values.
// One operation adds at the front; the other adds at the back, or removes what is there. Expected: safe.

import gov.nasa.jpf.vm.Verify;

public class LinkedDeque {
    static final class Cell {
        final int value;
        Cell before;
        Cell after;

        Cell(int value) {
            this.value = value;
        }
    }

    Cell first;
    Cell last;
    int size;

    private Cell find(int value) {
        Cell at = first;
        while (at != null && at.value != value) {
            at = at.after;
        }
        return at;
    }

    void addFirst(int value) {
        if (find(value) == null) {
            insert(new Cell(value), null, first);
        }
    }

    void addLastOrRemove(int value) {
        Cell there = find(value);
        if (there == null) {
            insert(new Cell(value), last, null);
        } else {
            remove(there);
        }
    }

    private void insert(Cell cell, Cell before, Cell after) {
        cell.before = before;
        cell.after = after;
        if (before == null) {
            first = cell;
        } else {
            before.after = cell;
        }
        if (after == null) {
            last = cell;
        } else {
            after.before = cell;
        }
        size++;
    }

    private void remove(Cell cell) {
        if (cell.before == null) {
            first = cell.after;
        } else {
            cell.before.after = cell.after;
        }
        if (cell.after == null) {
            last = cell.before;
        } else {
            cell.after.before = cell.before;
        }
        size--;
    }

    /** Forwards and backwards are the same list, as long as it says. */
    void check() {
        int count = 0;
        Cell before = null;
        for (Cell at = first; at != null; at = at.after) {
            assert at.before == before;
            before = at;
            count++;
        }
        assert last == before && size == count;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        LinkedDeque deque = new LinkedDeque();
        Verify.stopIfVisited(deque);
        for (int i = 0; i < n; i++) {
            boolean atFront = Verify.getInt(0, 1) == 0;
            int value = Verify.getInt(1, n);
            if (atFront) {
                deque.addFirst(value);
            } else {
                deque.addLastOrRemove(value);
            }
            Verify.stopIfVisited(deque);
            deque.check();
        }
    }
}
