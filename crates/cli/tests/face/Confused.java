import java.lang.reflect.Field;
import java.util.List;
import sun.misc.Unsafe;

/** References where there are none, or of another type, by the Unsafe that anybody can get. */
public class Confused {
    int number = 7;
    long wide = 1L << 40;
    Confused next;
    Runnable task;
    Object any = "any";
    int[] numbers = {1};
    Object[][] rows = {{}};
    List<String> list = List.of("a");
    static int staticNumber = 7;
    static String staticText = "text";

    static Unsafe unsafe;

    static long at(String field) throws Exception {
        return unsafe.objectFieldOffset(Confused.class.getDeclaredField(field));
    }

    static long atStatic(String field) throws Exception {
        return unsafe.staticFieldOffset(Confused.class.getDeclaredField(field));
    }

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = (Unsafe) field.get(null);
        Confused it = new Confused();
        Object statics = unsafe.staticFieldBase(Confused.class.getDeclaredField("staticText"));
        long elements = Unsafe.ARRAY_OBJECT_BASE_OFFSET;
        switch (args[0]) {
            case "fine" -> {
                unsafe.putObject(it, at("next"), it);
                unsafe.putObject(it, at("task"), (Runnable) () -> {});
                unsafe.putObjectVolatile(it, at("any"), new long[1]);
                unsafe.putObject(it, at("numbers"), new int[] {5});
                unsafe.putObject(it, at("rows"), new String[][] {{"b"}});
                unsafe.putOrderedObject(it, at("list"), List.of("c"));
                unsafe.putObject(statics, atStatic("staticText"), "other");
                unsafe.putInt(statics, atStatic("staticNumber"), 8);
                unsafe.putObject(new Object[1], elements, "x");
                boolean isSet = unsafe.compareAndSwapObject(it, at("next"), it, null);
                System.out.println(isSet + " " + it.numbers[0] + it.rows[0][0] + it.list + staticText + staticNumber
                        + unsafe.getObject(it, at("any")).getClass().getSimpleName());
            }
            case "number as reference" -> System.out.println(unsafe.getObject(it, at("number")));
            case "half a number as reference" -> System.out.println(unsafe.getObject(it, at("wide") + 4));
            case "between references" -> System.out.println(unsafe.getObject(it, at("any") + 2));
            case "element as reference" -> System.out.println(unsafe.getObject(new int[] {9}, elements));
            case "static number as reference" -> System.out.println(unsafe.getObject(statics, atStatic("staticNumber")));
            case "reference over number" -> unsafe.putObject(it, at("number"), "x");
            case "swapped over number" -> unsafe.getAndSetObject(it, at("number"), "x");
            case "set over number" -> {
                it.number = 0;
                unsafe.compareAndSwapObject(it, at("number"), null, "x");
            }
            case "number over static reference" -> unsafe.putInt(statics, atStatic("staticText"), 5);
            case "number over what is no field" -> unsafe.putInt(statics, 8L, 5);
            case "another class" -> {
                unsafe.putObject(it, at("next"), "text");
                System.out.println(it.next.number);
            }
            case "another array" -> {
                unsafe.putObject(it, at("numbers"), new long[0]);
                System.out.println(it.numbers[0]);
            }
            case "another element" -> {
                Integer[] boxes = {1};
                unsafe.putObject(boxes, elements, "text");
                System.out.println(boxes[0].intValue());
            }
            case "another static" -> unsafe.putObject(statics, atStatic("staticText"), it);
            case "another by swap" -> unsafe.getAndSetObject(it, at("next"), "text");
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
