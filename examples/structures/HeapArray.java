//@ check: safe
//@ args: 6
//@ structures: 4929
//@ expanded: 1505
// Priority queue in an array, the greatest first (subject "heaparray"): every one that N operations can make from N values. The array grows
// by one when it is full, and its unused places are cleared. Expected: safe.

import gov.nasa.jpf.vm.Verify;

public class HeapArray {
    int[] values = new int[0];
    int size;

    void insert(int value) {
        if (size == values.length) {
            int[] longer = new int[size + 1];
            for (int i = 0; i < size; i++) {
                longer[i] = values[i];
            }
            values = longer;
        }
        int at = size++;
        while (at > 0 && values[(at - 1) / 2] < value) {
            values[at] = values[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        values[at] = value;
    }

    /** The greatest value, 0 if there is none. */
    int removeGreatest() {
        if (size == 0) {
            return 0;
        }
        int greatest = values[0];
        int value = values[--size];
        values[size] = 0;
        if (size > 0) {
            sink(value);
        }
        return greatest;
    }

    /** Puts a value at the root and lets it go down to where it belongs. */
    private void sink(int value) {
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && values[child + 1] > values[child]) {
                child++;
            }
            if (values[child] <= value) {
                break;
            }
            values[at] = values[child];
            at = child;
        }
        values[at] = value;
    }

    void check() {
        for (int i = 1; i < size; i++) {
            assert values[(i - 1) / 2] >= values[i];
        }
        for (int i = size; i < values.length; i++) {
            assert values[i] == 0;
        }
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        HeapArray heap = new HeapArray();
        Verify.stopIfVisited(heap);
        for (int i = 0; i < n; i++) {
            // 0 is a removal, the others are values to add.
            int value = Verify.getInt(0, n);
            if (value == 0) {
                heap.removeGreatest();
            } else {
                heap.insert(value);
            }
            Verify.stopIfVisited(heap);
            heap.check();
        }
    }
}
