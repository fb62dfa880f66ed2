//@ run-native
// Exercises helpful NullPointerException messages for throw null, synchronized(null), unboxing and library checks.
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

public class HelpfulNpeOthers {
    static Integer missing;
    static Boolean flag;
    static RuntimeException problem;

    class Inner { }

    interface Step { void run() throws Exception; }

    static void step(String what, Step s) {
        try {
            s.run();
            System.out.println(what + ": nothing thrown");
        } catch (NullPointerException e) {
            System.out.println(what + ": " + e.getMessage());
        } catch (Exception e) {
            System.out.println(what + ": other " + e);
        }
    }

    static long widen(Integer boxed) {
        return boxed;
    }

    static Character letter() { return null; }

    public static void main(String[] args) {
        step("throw field", () -> { throw problem; });
        step("throw literal", () -> { throw null; });
        step("unbox int", () -> { int x = missing; });
        step("unbox boolean", () -> { if (flag) System.out.println("yes"); });
        step("unbox char", () -> System.out.println(letter() + 1));
        step("unbox compare", () -> System.out.println(missing < 3));
        step("unbox increment", () -> missing++);
        step("unbox list element", () -> {
            List<Integer> list = new ArrayList<>();
            list.add(null);
            int x = list.get(0);
        });
        step("unbox parameter", () -> System.out.println(widen(null)));
        step("unbox conditional", () -> {
            Integer none = null;
            int x = args.length == 0 ? none : 0;
        });
        step("synchronized field", () -> { synchronized (problem) { System.out.println("in"); } });
        step("outer instance", () -> {
            HelpfulNpeOthers outer = null;
            outer.new Inner();
        });
        step("bound reference", () -> {
            String s = null;
            Supplier<Integer> length = s::length;
        });
        step("requireNonNull", () -> Objects.requireNonNull(null));
        step("requireNonNull message", () -> Objects.requireNonNull(null, "the thing"));
        step("for each iterable", () -> {
            List<String> list = null;
            for (String s : list) System.out.println(s);
        });
        Object lock = null;
        try {
            synchronized (lock) {
                System.out.println("in");
            }
        } catch (NullPointerException e) {
            System.out.println("synchronized local: " + e.getMessage());
        }
        RuntimeException local = null;
        try {
            throw local;
        } catch (NullPointerException e) {
            System.out.println("throw local: " + e.getMessage());
        }
        String concat = null;
        concat += null;
        System.out.println(concat);
        System.out.println((String) null + null + missing);
    }
}
