//@ run-native
// Exercises String methods added since JDK 8: repeat, lines, indent, stripIndent, translateEscapes, transform, formatted, chars.
import java.util.Locale;
import java.util.stream.Collectors;

public class StringModern {
    public static void main(String[] args) {
        Locale.setDefault(Locale.ROOT);
        System.out.println("ab".repeat(3) + "|" + "x".repeat(0) + "|" + "".repeat(5) + "|" + "yz".repeat(1));
        String block = "first\nsecond\r\n\nfourth\rfifth\n";
        System.out.println(block.lines().map(l -> "<" + l + ">").collect(Collectors.joining(",")));
        System.out.println(block.lines().count() + " " + "".lines().count() + " " + "\n".lines().count());

        show("one\n  two\nthree".indent(2));
        show("    one\n  two\n three".indent(-2));
        show("no change".indent(0));
        show("".indent(4));
        show("   a\n     b\n   c".stripIndent());
        show("   a\n     b\n  ".stripIndent());
        show("tab\\tquote\\\"nl\\nuni\\101 space\\s".translateEscapes());
        try {
            "bad\\q".translateEscapes();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        String transformed = "  Mixed ".transform(String::strip).transform(s -> s + s.length());
        System.out.println(transformed);
        System.out.println("%s has %d items costing %.2f".formatted("cart", 3, 9.5));

        String textBlock = """
            Dear reader,
              indented "quotes" and \
            a joined line
            trailing kept\s\s
            """;
        show(textBlock);

        System.out.println("hello".chars().sum() + " " + "hello".chars().filter(c -> c == 'l').count());
        System.out.println("banana".chars().distinct().sorted()
            .mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining()));
        valueOf();
    }

    private static void valueOf() {
        System.out.println(String.valueOf(true) + String.valueOf('c') + String.valueOf(1) + String.valueOf(2L)
            + String.valueOf(1.5f) + String.valueOf(2.5) + String.valueOf((Object) null));
        char[] letters = {'a', 'b', 'c', 'd'};
        System.out.println(String.valueOf(letters) + " " + String.valueOf(letters, 1, 2) + " "
            + String.copyValueOf(letters, 2, 2) + " " + new String(letters, 0, 3));
        char[] target = "........".toCharArray();
        "copied".getChars(1, 5, target, 2);
        System.out.println(target);
    }

    private static void show(String text) {
        System.out.println("[" + text.replace("\n", "\\n").replace("\t", "\\t") + "]");
    }
}
