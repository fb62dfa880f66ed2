//@ run-native
// Exercises helpful NullPointerException messages for array loads, stores and lengths of every element kind.
public class HelpfulNpeArrays {
    static int[] numbers;
    static String[][] grid = new String[2][];
    byte[] raw;

    interface Step { void run(); }

    static int at() { return 1; }

    static long[] none() { return null; }

    static void step(String what, Step s) {
        try {
            s.run();
            System.out.println(what + ": nothing thrown");
        } catch (NullPointerException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        boolean[] flags = null;
        byte[] bytes = null;
        char[] chars = null;
        short[] shorts = null;
        long[] longs = null;
        float[] floats = null;
        double[] doubles = null;
        Object[] objects = null;
        int i = 2;
        step("int load", () -> System.out.println(numbers[0]));
        step("int store", () -> numbers[1] = 5);
        step("int length", () -> System.out.println(numbers.length));
        step("row load", () -> System.out.println(grid[1][0]));
        step("row store", () -> grid[at()][0] = "x");
        step("row length", () -> System.out.println(grid[0].length));
        step("element call", () -> (new String[3][3])[1][2].trim());
        step("element of new", () -> new String[] {null}[0].trim());
        step("call result", () -> System.out.println(none()[3]));
        step("call result length", () -> System.out.println(none().length));
        step("instance array", () -> new HelpfulNpeArrays().raw[0]++);
        step("captured", () -> System.out.println(flags[0]));
        try { System.out.println(flags[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { flags[i] = true; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(bytes[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(chars[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { chars[i] = 'c'; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(shorts[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { shorts[i] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(longs[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { longs[i] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(floats[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { floats[i] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(doubles[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { doubles[i] = 1; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(objects[i]); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { objects[i] = ""; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { for (Object o : objects) System.out.println(o); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        int[][][] cube = new int[2][2][];
        try { cube[1][i - 1][at()] = 3; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try { System.out.println(cube[i - 2][0].length); } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        int[] index = {1};
        try { cube[index[0]][index[0]][0]++; } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    }
}
