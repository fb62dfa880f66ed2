//@ check: safe
//@ args: 5
//@ structures: 5042
// Growing array that counts its changes, as the library's Vector does (subject "vector"): every one that N operations can make from N values. The
// operations add an element at the end, remove the first one that is equal, and look one up. Expected: safe. The count is part of the
// state: a vector that looks the same after more changes is another one, and the new one, which nothing leads back to, is not counted.

import gov.nasa.jpf.vm.Verify;

public class CountingVector {
    private int[] elements = new int[10];
    private int size;
    private int changes;

    void addElement(int value) {
        changes++;
        if (size == elements.length) {
            int[] longer = new int[2 * size];
            System.arraycopy(elements, 0, longer, 0, size);
            elements = longer;
        }
        elements[size++] = value;
    }

    boolean removeElement(int value) {
        changes++;
        for (int i = 0; i < size; i++) {
            if (elements[i] == value) {
                changes++;
                System.arraycopy(elements, i + 1, elements, i, size - i - 1);
                elements[--size] = 0;
                return true;
            }
        }
        return false;
    }

    int elementAt(int index) {
        return elements[index];
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        CountingVector vector = new CountingVector();
        for (int i = 0; i < n; i++) {
            int method = Verify.getInt(0, 2);
            int value = Verify.getInt(1, n);
            switch (method) {
                case 0:
                    vector.addElement(value);
                    assert vector.elementAt(vector.size - 1) == value;
                    break;
                case 1:
                    vector.removeElement(value);
                    break;
                default:
                    // There is nothing to look up behind the end.
                    Verify.ignoreIf(value > vector.size);
                    vector.elementAt(value - 1);
                    break;
            }
            Verify.stopIfVisited(vector);
        }
    }
}
