//@ check: safe
//@ args: 5
//@ structures: 4336
//@ expanded: 836
// Queue made of two stacks (subject "queue"): what comes in is pushed on one; what goes out is popped from the other, which gets all of
// the first when it is empty. Every queue that N operations can make from N values. Expected: safe.

import gov.nasa.jpf.vm.Verify;

public class TwoStackQueue {
    static final class Cell {
        final int value;
        final Cell below;

        Cell(int value, Cell below) {
            this.value = value;
            this.below = below;
        }
    }

    private Cell in;
    private Cell out;

    void enqueue(int value) {
        in = new Cell(value, in);
    }

    /** The value that was there longest, 0 if there is none. */
    int dequeue() {
        if (out == null) {
            while (in != null) {
                out = new Cell(in.value, out);
                in = in.below;
            }
        }
        if (out == null) {
            return 0;
        }
        int value = out.value;
        out = out.below;
        return value;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        TwoStackQueue queue = new TwoStackQueue();
        Verify.stopIfVisited(queue);
        for (int i = 0; i < n; i++) {
            // 0 is a removal, the others are values to add.
            int value = Verify.getInt(0, n);
            if (value == 0) {
                queue.dequeue();
            } else {
                queue.enqueue(value);
            }
            Verify.stopIfVisited(queue);
        }
    }
}
