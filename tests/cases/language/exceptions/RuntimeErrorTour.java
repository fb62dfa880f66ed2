//@ run-native
// Exercises many runtime errors sorted by a ladder of catch clauses, printing class and message of each.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

public class RuntimeErrorTour {
    interface Step { void run() throws Throwable; }

    static int failures;

    static void step(String what, Step s) {
        try {
            s.run();
            System.out.println(what + " fine");
        } catch (ArithmeticException | NullPointerException e) {
            failures++;
            System.out.println(what + " small: " + e.getClass().getSimpleName() + ", " + e.getMessage());
        } catch (IndexOutOfBoundsException e) {
            failures++;
            System.out.println(what + " bounds: " + e.getClass().getSimpleName() + ", " + e.getMessage());
        } catch (RuntimeException e) {
            failures++;
            System.out.println(what + " runtime: " + e);
        } catch (Exception e) {
            failures++;
            System.out.println(what + " checked: " + e);
        } catch (Throwable t) {
            failures++;
            System.out.println(what + " throwable: " + t.getClass().getName());
        }
    }

    static int zero() { return failures - failures; }

    static void rethrow(Throwable t) throws Throwable { throw t; }

    public static void main(String[] args) {
        step("divide", () -> System.out.println(1 / zero()));
        step("remainder", () -> System.out.println(1L % zero()));
        step("index", () -> System.out.println((new int[2][3])[1][3]));
        step("array list get", () -> new ArrayList<>(List.of(1, 2)).get(2));
        step("array list negative", () -> new ArrayList<>().get(-1));
        step("check index", () -> Objects.checkIndex(4, 3));
        step("number", () -> Integer.parseInt(""));
        step("number overflow", () -> Integer.parseInt("2147483648"));
        step("number fine", () -> Integer.parseInt("-2147483648"));
        step("number null", () -> Integer.parseInt(null));
        step("double", () -> Double.parseDouble("1.5x"));
        step("long", () -> Long.parseLong("9223372036854775808"));
        step("cast", () -> System.out.println((Integer) (Object) "s"));
        step("store", () -> ((Object[]) new Integer[1])[0] = "s");
        step("negative", () -> System.out.println(new int[-1].length));
        step("unmodifiable", () -> List.of(1).add(2));
        step("unmodifiable map", () -> Collections.unmodifiableMap(Map.of()).put("k", 1));
        step("duplicate", () -> Map.of("a", 1, "a", 2));
        step("empty", () -> new ArrayDeque<>().pop());
        step("iterator", () -> new ArrayList<>().iterator().next());
        step("remove twice", () -> {
            Iterator<Integer> it = new ArrayList<>(List.of(1)).iterator();
            it.next();
            it.remove();
            it.remove();
        });
        step("enum", () -> Thread.State.valueOf("ASLEEP"));
        step("class", () -> Class.forName("no.such.Thing"));
        step("method", () -> String.class.getMethod("nothing"));
        step("capacity", () -> new ArrayList<>(-1));
        step("exact", () -> Math.toIntExact(1L << 31));
        step("exact negate", () -> Math.negateExact(Integer.MIN_VALUE));
        step("error", () -> rethrow(new LinkageError("made")));
        step("checked", () -> rethrow(new InterruptedException("made")));
        step("throwable", () -> rethrow(new Throwable("made")));
        step("overflow", () -> rethrow(new StackOverflowError()));
        step("code point", () -> Character.toChars(-1));
        step("repeat", () -> "x".repeat(-1));
        System.out.println(failures + " failures");
    }
}
