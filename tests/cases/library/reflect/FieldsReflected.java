//@ run-native
// Exercises reflection on fields: listing, typed getters and setters, private and final fields, widening, and errors.
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

public class FieldsReflected {
    static class Parent {
        protected String inherited = "parent";
        public int shared = 1;
    }

    static class Sample extends Parent {
        private int number = 7;
        public static long counter = 100;
        static final String CONSTANT = "fixed";
        private final double ratio;
        transient volatile boolean flag = true;
        protected char letter = 'q';
        byte small = -3;
        float single = 1.25f;
        short tiny = 9;
        public Map<String, ? super List<Integer>> generic;
        int[][] grid = {{1}, {2, 3}};

        Sample(double ratio) {
            this.ratio = ratio;
        }
    }

    public static void main(String[] args) throws Exception {
        Sample sample = new Sample(0.5);
        Field[] fields = Sample.class.getDeclaredFields();
        Arrays.sort(fields, Comparator.comparing(Field::getName));
        for (Field field : fields) {
            field.setAccessible(true);
            Object value = field.get(sample);
            System.out.println(field + " | " + field.toGenericString() + " | " + Modifier.toString(field.getModifiers())
                + " | " + field.getType().getSimpleName()
                + " = " + (value instanceof int[][] grid ? Arrays.deepToString(grid) : value));
        }
        Field number = Sample.class.getDeclaredField("number");
        number.setAccessible(true);
        number.setInt(sample, 8);
        System.out.println(number.getInt(sample) + " " + number.getLong(sample) + " " + number.getDouble(sample)
            + " " + sample.number);
        number.set(sample, (short) 12);
        number.setChar(sample, 'A');
        System.out.println(sample.number + " " + number.get(sample).getClass().getSimpleName());
        Field counter = Sample.class.getField("counter");
        counter.setLong(null, 5);
        counter.set(null, 6);
        System.out.println(Sample.counter + " " + counter.get("ignored for statics"));
        Field ratio = Sample.class.getDeclaredField("ratio");
        ratio.setAccessible(true);
        ratio.setDouble(sample, 0.75);
        System.out.println(ratio.getDouble(sample) + " " + sample.ratio);
        System.out.println(Sample.class.getField("shared").getDeclaringClass().getSimpleName()
            + " " + Parent.class.getDeclaredField("inherited").get(sample));
        Field[] visible = Sample.class.getFields();
        System.out.println(Arrays.stream(visible).map(Field::getName).sorted().toList());
        System.out.println(number.equals(Sample.class.getDeclaredField("number"))
            + " " + (number.hashCode() == Sample.class.getDeclaredField("number").hashCode()));

        attempt(() -> Sample.class.getDeclaredField("missing"));
        attempt(() -> Sample.class.getField("number"));
        attempt(() -> number.set(sample, "text"));
        attempt(() -> number.setLong(sample, 5L));
        attempt(() -> number.getByte(sample));
        attempt(() -> number.set(sample, null));
        attempt(() -> {
            Field constant = Sample.class.getDeclaredField("CONSTANT");
            constant.setAccessible(true);
            constant.set(null, "changed");
        });
        attempt(() -> String.class.getDeclaredField("value").setAccessible(true));
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void attempt(Action action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (NullPointerException e) {
            System.out.println("NullPointerException");
        } catch (Exception e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage().replaceAll("@[0-9a-f]+", "@#"));
        }
    }
}
