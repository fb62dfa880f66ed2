//@ run-native
// Exercises String.split with limits and regexes, String.join, and StringJoiner.
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;

public class StringSplitJoin {
    public static void main(String[] args) {
        show("a,b,c", ",", 0);
        show("a,b,,c,,", ",", 0);
        show("a,b,,c,,", ",", -1);
        show("a,b,,c,,", ",", 2);
        show("a,b,,c,,", ",", 4);
        show(",lead", ",", 0);
        show("", ",", 0);
        show(",,,", ",", 0);
        show("none", ",", 0);
        show("a.b.c", ".", 0);
        show("a.b.c", "\\.", 0);
        show("a|b|c", "|", 0);
        show("a|b|c", "\\|", 0);
        show("one  two\tthree\nfour", "\\s+", 0);
        show("a1b22c333d", "\\d+", 0);
        show("camelCaseWordsHere", "(?=[A-Z])", 0);
        show("xaybzc", "[abc]", 3);
        show("boo:and:foo", "o", 5);
        show("boo:and:foo", "o", -2);
        show("2024-01-02T03:04", "[-T:]", 0);

        System.out.println(String.join("-", "a", "b", "c"));
        System.out.println(String.join("-"));
        System.out.println(String.join(", ", List.of("x", "y", "z")));
        System.out.println(String.join("/", Arrays.asList("p", null, "q")));
        joiner();
    }

    private static void joiner() {
        StringJoiner joiner = new StringJoiner(", ", "{", "}");
        System.out.println(joiner + " " + joiner.length());
        joiner.setEmptyValue("EMPTY");
        System.out.println(joiner + " " + joiner.length());
        joiner.add("one").add("two");
        System.out.println(joiner + " " + joiner.length());
        StringJoiner other = new StringJoiner("+", "<", ">").add("x").add("y");
        System.out.println(joiner.merge(other));
        System.out.println(joiner.merge(joiner));
        System.out.println(new StringJoiner("-").add("").add("").add(null));
        try {
            new StringJoiner(null);
        } catch (NullPointerException e) {
            System.out.println("NPE: " + e.getMessage());
        }
    }

    private static void show(String text, String regex, int limit) {
        String[] parts = limit == 0 ? text.split(regex) : text.split(regex, limit);
        System.out.println(parts.length + " " + Arrays.toString(parts));
    }
}
