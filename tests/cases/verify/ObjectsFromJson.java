//@ check: assertion
// A text makes objects without constructors; the choices in it are choices of the path: the one on which all are last is found.
import gov.nasa.jpf.vm.Verify;
import java.util.concurrent.TimeUnit;

public class ObjectsFromJson {
    static class Base { int j; }

    static class Thing extends Base {
        byte b; long l; Integer boxed; Double d; boolean z; char c; String s; TimeUnit unit;
        Thing inner; int[][] table; Base[] others; final int fixed = Integer.parseInt("1");
        Thing() { throw new IllegalStateException("a constructor ran"); }
    }

    record Pair(int a, String b) {}

    static void check(boolean condition) {
        if (!condition) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) {
        Thing thing = Verify.createFromJSON(Thing.class,
            "{'j': 123, \"b\": IntSet(-1, 1), 'l': IntInterval(8, 10), 'boxed': 7, 'd': DoubleSet(0.5, 1.5), 'z': TrueFalse(), 'c': 'x',"
            + " 's': 'a\\u0062\\n', unit: 'DAYS', 'inner': {'j': 1, 'inner': null}, 'table': [[], [1, 2]], 'others': [{'j': 5}, null], 'fixed': 3}");
        check(thing.j == 123 && thing.boxed == 7 && thing.c == 'x' && thing.s.equals("ab\n") && thing.unit == TimeUnit.DAYS);
        check(thing.inner.j == 1 && thing.inner.s == null && thing.table[1][1] == 2 && thing.others[0].j == 5 && thing.others[1] == null);
        check(Verify.createFromJSON(Pair.class, "{'a': 4, 'b': null}").equals(new Pair(4, null)));
        String[] wrong = {"", "{", "{'j'}", "{'j': 1} 2", "[1]", "{'none': 1}", "{'j': 3000000000}", "{'j': null}", "{'j': 'x'}", "{'j': 1.5}",
            "{'s': 'x", "{'s': '\\q'}", "{'b': IntInterval(2, 1)}", "{'b': IntSet()}", "{'unit': 'NONE'}", "{'table': [1]}", "{'c': 'ab'}"};
        for (String text : wrong) {
            try {
                Verify.createFromJSON(Thing.class, text);
            } catch (IllegalArgumentException e) {
                continue;
            }
            throw new IllegalStateException(text);
        }
        if (thing.b == 1 && thing.l == 10 && thing.d == 1.5 && !thing.z) {
            throw new AssertionError("all last");
        }
    }
}
