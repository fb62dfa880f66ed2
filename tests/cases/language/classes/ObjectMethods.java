//@ run-native
// Exercises equals, hashCode, toString and getClass names for plain, nested and array objects, and == on references.
import java.util.Objects;

public class ObjectMethods {
    static class Point {
        final int x, y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object o) {
            if (this == o) return true;
            if (o == null || getClass() != o.getClass()) return false;
            Point p = (Point) o;
            return x == p.x && y == p.y;
        }

        @Override
        public int hashCode() { return 31 * x + y; }

        @Override
        public String toString() { return "(" + x + "," + y + ")"; }
    }

    static class Coloured extends Point {
        Coloured(int x, int y) { super(x, y); }
    }

    static class Hashed {
        @Override
        public int hashCode() { return 0xcafe; }
    }

    interface Marker { }

    enum Plain { ONE }

    enum Bodied { ONE { } }

    public static void main(String[] args) {
        Point a = new Point(1, 2);
        Point b = new Point(1, 2);
        Point c = new Coloured(1, 2);
        System.out.println(a.equals(b) + " " + (a == b) + " " + a.equals(c) + " " + c.equals(a) + " " + a.equals(null));
        System.out.println(a.hashCode() + " " + a + " " + c + " " + Objects.equals(null, null) + " " + Objects.hash(1, "x", null));
        System.out.println(new Hashed());
        Object[] things = {new Object(), a, c, "s", 1, 'c', 2L, 1.5f, 1.5, true, (byte) 1, (short) 1,
            new int[0], new int[0][0], new long[0], new byte[0], new char[0], new short[0], new float[0],
            new double[0], new boolean[0], new String[0], new Point[0][][], new Marker[0],
            new Marker() { }, Plain.ONE, Bodied.ONE, new Throwable(), Thread.State.NEW};
        for (Object o : things) {
            Class<?> k = o.getClass();
            System.out.println(k.getName() + " | " + k.getSimpleName() + " | " + k.getTypeName() + " | " + k
                    + " | " + k.getSuperclass());
        }
        System.out.println(int.class + " " + void.class.getName() + " " + int[].class.getComponentType() + " "
                + Marker.class + " " + Marker.class.getSuperclass() + " " + Object.class.getSuperclass());
        System.out.println((a.getClass() == b.getClass()) + " " + (a.getClass() == Point.class) + " "
                + (new int[1].getClass() == int[].class) + " " + (Bodied.ONE.getClass() == Bodied.class));
        int[] arr = {1, 2};
        int[] same = {1, 2};
        System.out.println(arr.equals(same) + " " + arr.equals(arr) + " " + (arr.hashCode() == arr.hashCode()));
        System.out.println(arr.toString().startsWith("[I@") + " " + new Object().toString().startsWith("java.lang.Object@"));
        System.out.println("hash".hashCode() + " " + Integer.valueOf(-5).hashCode() + " " + Long.valueOf(1L << 33).hashCode()
                + " " + Double.valueOf(1.5).hashCode() + " " + Boolean.TRUE.hashCode() + " " + Character.valueOf('x').hashCode()
                + " " + Float.valueOf(-0.0f).hashCode());
        System.out.println(Integer.valueOf(1).equals(1L) + " " + Long.valueOf(1).equals(1L) + " " + new Object().equals("x"));
    }
}
