//@ run-native
//@ check: safe
// Exceptions out of loops and methods that have long been hot: each at its line, with everything before it done.
public class HotFaults {
    static class Node {
        int value;
        Node next;
    }

    static int calls;

    static int divide(int a, int b) {
        calls++;
        return a / b;
    }

    static int sum(int[] from, int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            sum += from[i];
        }
        return sum;
    }

    static int follow(Node node, int steps) {
        int seen = 0;
        while (steps-- > 0) {
            seen += node.value;
            node.value++;
            node = node.next;
        }
        return seen;
    }

    static void fill(Object[] into, Object with) {
        for (int i = 0; i < into.length; i++) {
            into[i] = i == into.length - 1 ? with : null;
        }
    }

    static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    static int endless(int n) {
        return endless(n + 1) + 1;
    }

    static void report(String what, Throwable thrown) {
        StackTraceElement top = thrown.getStackTrace()[0];
        System.out.println(what + ": " + thrown + " at " + top.getMethodName() + ":" + top.getLineNumber()
            + " of " + (thrown.getStackTrace().length > 1 ? "several" : "one") + ", calls " + calls);
    }

    public static void main(String[] args) {
        int[] numbers = new int[700];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i % 7 - 3;
        }
        long total = 0;
        for (int round = 0; round < 600; round++) {
            total += sum(numbers, round) + divide(1000, round + 1);
        }
        System.out.println(total + " " + calls);
        try {
            sum(numbers, 701);
        } catch (ArrayIndexOutOfBoundsException e) {
            report("index", e);
        }
        try {
            for (int i = 500; ; i--) {
                total += divide(i, i);
            }
        } catch (ArithmeticException e) {
            report("zero", e);
        }
        Node first = new Node();
        Node last = first;
        for (int i = 0; i < 500; i++) {
            last.next = new Node();
            last = last.next;
        }
        try {
            follow(first, 502);
        } catch (NullPointerException e) {
            report("null", new RuntimeException(e.getStackTrace()[0].toString()));
        }
        System.out.println(first.value + " " + last.value);
        Integer[] boxes = new Integer[900];
        fill(boxes, 5);
        try {
            fill(boxes, "text");
        } catch (ArrayStoreException e) {
            report("store", e);
        }
        System.out.println(boxes[899] + " " + deep(900));
        try {
            for (int i = 600; i > -2; i--) {
                numbers = new int[i];
            }
        } catch (NegativeArraySizeException e) {
            report("negative", e);
        }
        Object[] mixed = new Object[600];
        for (int i = 0; i < mixed.length; i++) {
            mixed[i] = i == 599 ? (Object) "x" : Integer.valueOf(i);
        }
        int cast = 0;
        try {
            for (Object object : mixed) {
                cast += (Integer) object;
            }
        } catch (ClassCastException e) {
            report("cast", new RuntimeException("at " + e.getStackTrace()[0].getLineNumber()));
        }
        System.out.println(cast);
        try {
            endless(0);
        } catch (StackOverflowError e) {
            System.out.println("overflow in " + e.getStackTrace()[0].getMethodName());
        }
    }
}
