//@ run-native
// Exercises array exceptions and their messages: bounds, negative sizes, store checks and arraycopy failures.
public class ArrayErrors {
    interface Step { Object run(); }

    static void step(String what, Step s) {
        try {
            System.out.println(what + ": " + s.run());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e);
        }
    }

    static Object copy(Object from, int at, Object to, int start, int n) {
        System.arraycopy(from, at, to, start, n);
        return "copied";
    }

    static class Fruit { }

    static class Apple extends Fruit { }

    public static void main(String[] args) {
        int[] three = new int[3];
        int i = args.length;
        step("load high", () -> three[3]);
        step("load negative", () -> three[i - 1]);
        step("load min", () -> three[Integer.MIN_VALUE + i]);
        step("store high", () -> three[100] = 1);
        step("increment", () -> three[3]++);
        step("empty", () -> (new String[0])[0]);
        step("inner", () -> (new long[2][5])[1][5]);
        step("outer", () -> (new byte[2][5])[2]);
        step("char index", () -> three['a']);
        step("negative size", () -> new int[i - 1]);
        step("negative long size", () -> new double[Integer.MIN_VALUE + i]);
        step("negative dimension", () -> new int[2][i - 5]);
        step("negative before zero", () -> new int[0][i - 2]);
        step("negative objects", () -> new String[-7 + i]);
        Object[] strings = new String[2];
        step("store integer in strings", () -> strings[0] = 1);
        step("store null", () -> strings[0] = null);
        step("store array in strings", () -> strings[1] = new int[0]);
        Fruit[] apples = new Apple[1];
        step("store fruit in apples", () -> apples[0] = new Fruit());
        step("store apple in apples", () -> (apples[0] = new Apple()).getClass().getSimpleName());
        Object[] rows = new int[2][2];
        step("store longs in ints", () -> rows[0] = new long[2]);
        step("store ints in ints", () -> (rows[0] = new int[] {8}).getClass().getName());
        step("bounds before store check", () -> strings[5] = 1);
        Number[] numbers = new Integer[1];
        step("store double in integers", () -> numbers[0] = 1.5);
        step("copy ok", () -> copy(three, 0, new int[3], 0, 3));
        step("copy past source", () -> copy(three, 1, new int[9], 0, 3));
        step("copy past target", () -> copy(three, 0, new int[2], 0, 3));
        step("copy negative", () -> copy(three, 0, new int[3], 0, -1));
        step("copy negative position", () -> copy(three, -1, new int[3], 0, 1));
        step("copy types", () -> copy(three, 0, new long[3], 0, 1));
        step("copy not array", () -> copy("x", 0, three, 0, 1));
        step("copy to not array", () -> copy(three, 0, "x", 0, 1));
        step("copy objects to ints", () -> copy(strings, 0, three, 0, 1));
        Object[] target = new Integer[3];
        step("copy partial", () -> copy(new Object[] {1, 2, "x"}, 0, target, 0, 3));
        System.out.println(target[0] + " " + target[1] + " " + target[2]);
        int[] overlap = {1, 2, 3, 4, 5};
        copy(overlap, 0, overlap, 1, 4);
        System.out.println(overlap[0] + "" + overlap[1] + overlap[2] + overlap[3] + overlap[4]);
        copy(overlap, 2, overlap, 0, 3);
        System.out.println(overlap[0] + "" + overlap[1] + overlap[2] + overlap[3] + overlap[4]);
    }
}
