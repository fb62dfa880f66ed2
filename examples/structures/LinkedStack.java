//@ check: safe
//@ args: 5
//@ structures: 3906
//@ expanded: 781
// Stack of values in a linked list (subject "stack"): every stack that N operations can make from N values.
// Expected: safe. There are N to the power of k stacks of size k.

import gov.nasa.jpf.vm.Verify;

public class LinkedStack {
    static final class Cell {
        final int value;
        final Cell below;

        Cell(int value, Cell below) {
            this.value = value;
            this.below = below;
        }
    }

    Cell top;
    int size;

    void push(int value) {
        top = new Cell(value, top);
        size++;
    }

    void pop() {
        if (top != null) {
            top = top.below;
            size--;
        }
    }

    int count() {
        int count = 0;
        for (Cell at = top; at != null; at = at.below) {
            count++;
        }
        return count;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        LinkedStack stack = new LinkedStack();
        Verify.stopIfVisited(stack);
        for (int i = 0; i < n; i++) {
            // 0 is a removal, the others are values to push.
            int value = Verify.getInt(0, n);
            if (value == 0) {
                stack.pop();
            } else {
                stack.push(value);
            }
            Verify.stopIfVisited(stack);
            assert stack.count() == stack.size;
        }
    }
}
