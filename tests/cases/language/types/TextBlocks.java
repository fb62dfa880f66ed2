//@ run-native
// Exercises text blocks: indentation, escapes, line continuations, trailing spaces, quotes and interning with literals.
public class TextBlocks {
    static void show(String title, String s) {
        StringBuilder out = new StringBuilder();
        for (char c : s.toCharArray()) {
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '\r' -> out.append("\\r");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\0' -> out.append("\\0");
                case ' ' -> out.append('.');
                default -> out.append(c >= 32 && c < 127 ? "" + c : "#" + (int) c);
            }
        }
        System.out.println(title + " [" + s.length() + "] " + out);
    }

    static final String CONSTANT = """
            one
            two""";

    public static void main(String[] args) {
        show("plain", """
                hello
                  indented
                back
                """);
        show("no newline", """
                single""");
        show("margin", """
            four spaces deeper
        """);
        show("trailing", """
                stripped   
                kept  \s
                tab\t
                """);
        show("joined", """
                one \
                two \
                three""");
        show("quotes", """
                "double" 'single' ""pair"" \"""three\""" \\back
                """);
        show("escapes", """
                \tT\bB\fF\rR\0Z\101A\u0041\u00e9 \7""");
        show("blank lines", """

                a

                b

                """);
        show("empty", """
                """);
        System.out.println(CONSTANT == "one\ntwo");
        System.out.println(CONSTANT.equals(String.join("\n", "one", "two")));
        String name = "world";
        int n = 3;
        System.out.print("""
                {
                  "name": "%s",
                  "n": %d
                }
                """.formatted(name, n));
        show("concat", """
                a""" + n + """
                b
                """);
        show("strip", "  x\n    y\n".stripIndent());
        show("translate", "a\\tb\\n\\101".translateEscapes());
        System.out.println("""
                lines
                counted
                here""".lines().count());
    }
}
