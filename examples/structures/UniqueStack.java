//@ check: safe
//@ args: 5
//@ structures: 616
//@ expanded: 311
// Stack in an array of fixed size, without repetition (subject "ubstack"): pushing a value that is there moves it to the top.
// Every stack that N operations can make from N values. Expected: safe. What was popped stays in the array, and so in the state.

import gov.nasa.jpf.vm.Verify;

public class UniqueStack {
    final int[] values;
    int size;

    UniqueStack(int most) {
        values = new int[most];
    }

    void push(int value) {
        int at = 0;
        while (at < size && values[at] != value) {
            at++;
        }
        if (at == size) {
            if (size < values.length) {
                values[size++] = value;
            }
            return;
        }
        for (; at < size - 1; at++) {
            values[at] = values[at + 1];
        }
        values[size - 1] = value;
    }

    void pop() {
        if (size > 0) {
            size--;
        }
    }

    boolean hasRepetition() {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                if (values[i] == values[j]) {
                    return true;
                }
            }
        }
        return false;
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        UniqueStack stack = new UniqueStack(n);
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
            assert !stack.hasRepetition();
        }
    }
}
