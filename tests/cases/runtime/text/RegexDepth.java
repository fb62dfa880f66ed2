//@ run-native
// Exercises regular expressions in depth: lookarounds, quantifier kinds, back references, named groups, classes, and conditions.
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

public class RegexDepth {
    private static List<String> all(String regex, String text) {
        return Pattern.compile(regex).matcher(text).results().map(m -> m.group()).collect(Collectors.toList());
    }

    public static void main(String[] args) {
        System.out.println(all("\\w+(?=!)", "stop! go stop now!") + " " + all("\\b\\w+\\b(?!!)", "stop! go now!") + " "
            + all("(?<=\\$)\\d+", "cost $30 or 40 or $50") + " " + all("(?<!\\d)\\d{2}(?!\\d)", "1 22 333 44"));
        System.out.println(all("<.+>", "<a><b>") + " " + all("<.+?>", "<a><b>") + " " + all("<.++>", "<a><b>") + " "
            + all("a{2,3}", "aaaaaaa") + " " + all("a{2,3}?", "aaaaaaa") + " " + all("(?>a+)ab", "aaab") + " "
            + all("a+ab", "aaab"));
        System.out.println(all("(\\w)\\1", "bookkeeper and zoo") + " "
            + all("(?<quote>['\"]).*?\\k<quote>", "say 'a \"b' and \"c 'd\"") + " "
            + all("\\b(\\w+)\\s+\\1\\b", "this is is a test test"));
        System.out.println(all("[a-f&&[^c]]+", "abcdefg") + " " + all("[^\\W\\d_]+", "ab_12cd") + " "
            + all("[\\p{Lu}\\p{Nd}]+", "AbC12d") + " " + all("\\p{javaUpperCase}\\p{L}*", "One two \u00c9t\u00e9").size() + " "
            + all("[\\[\\]-]+", "a[-]b") + " " + all("\\p{IsGreek}+", "abc \u03b1\u03b2").size() + " "
            + all("\\h+|\\R", "a \t\nb\r\n").size());
        System.out.println(all("(?i)hello", "Hello HELLO") + " " + all("(?i:h)ello", "Hello HELLO hello") + " "
            + all("(?m)^\\w+$", "one\ntwo words\nthree") + " " + all("(?s)a.b", "a\nb") + all("a.b", "a\nb") + " "
            + all("(?x) a \\s b # comment", "a b ab"));

        Matcher date = Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)(?:-(?<day>\\d\\d))?").matcher("2024-05, 2023-12-31");
        while (date.find()) {
            System.out.print(date.group("year") + "/" + date.group("month") + "/" + date.group("day") + " "
                + date.start("month") + " " + date.groupCount() + "; ");
        }
        System.out.println();
        System.out.println("a1b22".replaceAll("(?<letter>[a-z])(\\d+)", "$2${letter}") + " "
            + "price 5".replaceAll("\\d", "\\$$0") + " " + "x.y.z".replaceAll(Pattern.quote("."), Matcher.quoteReplacement("\\$"))
            + " " + "aaa".replaceFirst("a", "b") + " " + Pattern.compile("\\d+").matcher("3 and 40")
                .replaceAll(m -> String.valueOf(Integer.parseInt(m.group()) * 2)));
        System.out.println("2024-05-06".matches("\\d+-\\d+-\\d+") + " " + Pattern.matches("(a|ab)(c|bcd)(d*)", "abcd") + " "
            + Pattern.compile("x*").split("axbxxc").length + " " + String.join("|", "a,b,,c,,".split(",")) + " "
            + String.join("|", "a,b,,c,,".split(",", -1)) + " " + String.join("|", "2+3*4".split("(?<=[+*])|(?=[+*])")) + " "
            + Pattern.compile("\\s*;\\s*").splitAsStream("a ; b;c").collect(Collectors.toList()));
        System.out.println(Pattern.compile("^[\\w.]+@[\\w.]+$").asPredicate().test("me@here.org") + " "
            + Pattern.compile("\\d").asMatchPredicate().test("12") + " " + Pattern.compile("a|b", Pattern.LITERAL)
                .matcher("a|b").matches() + " " + Pattern.compile("\\u0041\\x42\\103").matcher("ABC").matches() + " "
            + Pattern.compile("^$").matcher("").find());
        for (String bad : new String[] {"(", "[a", "a{2,1}", "*a", "\\k<none>", "(?<n>a)(?<n>b)", "(?<=a+)b", "[z-a]"}) {
            try {
                Pattern.compile(bad);
                System.out.println(bad + " compiles");
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " @" + e.getIndex() + " in " + e.getPattern());
            }
        }
        System.out.println(Pattern.compile("(a+)+b").matcher("aaaaaaaaaaaac").find() + " "
            + Pattern.compile("(x+x+)+y").matcher("xxxxxxxxxxxy").matches());
    }
}
