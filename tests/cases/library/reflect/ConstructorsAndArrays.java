//@ run-native
// Exercises Constructor.newInstance in all its failures and java.lang.reflect.Array over every component type.
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;

public class ConstructorsAndArrays {
    static class Point {
        final int x;
        final long y;

        public Point(int x, long y) {
            this.x = x;
            this.y = y;
        }

        private Point(String text) {
            this(Integer.parseInt(text), -1);
        }

        protected Point(int... all) {
            this(all.length, 0);
        }

        @Override
        public String toString() {
            return x + ";" + y;
        }
    }

    abstract static class Unfinished {
        Unfinished() { }
    }

    class Inner {
        Inner(String name) { }
    }

    enum Level { LOW }

    public static void main(String[] args) throws Exception {
        Constructor<?>[] constructors = Point.class.getDeclaredConstructors();
        Arrays.sort(constructors, Comparator.comparing(Constructor::toString));
        for (Constructor<?> c : constructors) {
            System.out.println(c + " | " + c.toGenericString() + " " + c.isVarArgs()
                + " " + Arrays.toString(c.getParameterTypes()));
        }
        System.out.println(Point.class.getConstructor(int.class, long.class).newInstance(3, 4)
            + " " + Point.class.getDeclaredConstructor(int[].class).newInstance((Object) new int[5]));
        Constructor<Point> parsing = Point.class.getDeclaredConstructor(String.class);
        System.out.println(parsing.trySetAccessible() + " " + parsing.newInstance("77")
            + " " + StringBuilder.class.getConstructor(String.class).newInstance("made"));
        System.out.println(ArrayList.class.getConstructor().newInstance()
            + " " + Arrays.toString(Inner.class.getDeclaredConstructors()));
        attempt(() -> parsing.newInstance("x"));
        attempt(() -> parsing.newInstance(5));
        attempt(() -> Unfinished.class.getDeclaredConstructor().newInstance());
        attempt(() -> Point.class.getConstructor());
        attempt(() -> Level.class.getDeclaredConstructors()[0].newInstance("NEW", 1));
        attempt(() -> Runnable.class.getConstructor());
        arrays();
    }

    private static void arrays() {
        Class<?>[] types = {boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class,
            double.class, String.class, int[].class};
        for (Class<?> type : types) {
            Object array = Array.newInstance(type, 2);
            System.out.println(array.getClass() + " " + Array.getLength(array)
                + " " + (type == char.class ? (int) Array.getChar(array, 1) : Array.get(array, 1)));
        }
        Object longs = Array.newInstance(long.class, 3);
        Array.setInt(longs, 0, 5);
        Array.set(longs, 1, 'c');
        Array.setLong(longs, 2, 1L << 50);
        System.out.println(Arrays.toString((long[]) longs) + " " + Array.getDouble(longs, 1)
            + " " + Array.getFloat(longs, 0));
        int[][] grid = (int[][]) Array.newInstance(int.class, 2, 3);
        grid[1][2] = 8;
        String[][][] cube = (String[][][]) Array.newInstance(String[].class, 1, 2);
        System.out.println(Arrays.deepToString(grid) + " " + Arrays.deepToString(cube));
        attempt(() -> Array.newInstance(void.class, 1));
        attempt(() -> Array.newInstance(int.class, -1));
        attempt(() -> Array.get(longs, 3));
        attempt(() -> Array.getInt(longs, 0));
        attempt(() -> Array.getLength("text"));
        attempt(() -> Array.get(null, 0));
        attempt(() -> {
            Array.set(new String[1], 0, 5);
            return null;
        });
    }

    private interface Action {
        Object run() throws Exception;
    }

    private static void attempt(Action action) {
        try {
            System.out.println("fine " + action.run());
        } catch (InvocationTargetException e) {
            System.out.println("target threw " + e.getTargetException());
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        } catch (Exception e) {
            System.out.println(e);
        }
    }
}
