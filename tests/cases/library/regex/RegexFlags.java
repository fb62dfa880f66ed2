//@ run-native
// Exercises Pattern flags, splitting, predicates, quoting, and the full text of PatternSyntaxException.
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

public class RegexFlags {
    public static void main(String[] args) {
        String text = "First line\nSECOND line\nthird LINE";
        count("line$", text, 0);
        count("line$", text, Pattern.MULTILINE);
        count("line$", text, Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
        count("^\\w+", text, 0);
        count("^\\w+", text, Pattern.MULTILINE);
        count("First.*LINE", text, 0);
        count("First.*LINE", text, Pattern.DOTALL);
        count("s e c # comment\n ond", text, Pattern.COMMENTS | Pattern.CASE_INSENSITIVE);
        count("a+b", "a+b aab", Pattern.LITERAL);
        count("\u00c9", "\u00e9\u00c9", Pattern.CASE_INSENSITIVE);
        count("\u00c9", "\u00e9\u00c9", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        count("\\w+", "na\u00efve", 0);
        count("\\w+", "na\u00efve", Pattern.UNICODE_CHARACTER_CLASS);
        count("a.b", "a\rb", Pattern.UNIX_LINES);
        count("^.$", "\uD83D\uDE00", 0);
        count("(?x) a b (?-x) c", "ab c", 0);

        Pattern comma = Pattern.compile("\\s*,\\s*");
        System.out.println(Arrays.toString(comma.split("a , b,c ,, d,,"))
            + Arrays.toString(comma.split("a , b,c ,, d,,", -1)));
        System.out.println(comma.splitAsStream("x,y , z").collect(Collectors.toList()));
        System.out.println(comma.pattern() + " " + comma.flags() + " " + Pattern.compile("a", 10).flags()
            + " " + Pattern.quote("a.b\\Ec"));
        System.out.println("x[a.b]y".matches(".*" + Pattern.quote("[a.b]") + ".*"));
        List<String> words = List.of("apple", "bob", "avocado", "cab");
        System.out.println(words.stream().filter(Pattern.compile("^a").asPredicate()).collect(Collectors.toList())
            + " " + words.stream().filter(Pattern.compile("[abc]+").asMatchPredicate()).collect(Collectors.toList()));

        String[] broken = {"(", "a)", "[a", "*a", "a{2,1}", "(?<n>a)(?<n>b)", "(?<1a>x)", "\\k<none>", "[z-a]", "a**",
            "(?z)", "\\p{Foo}", "(?<=a+)b", "x{99999999999}"};
        for (String regex : broken) {
            try {
                Pattern.compile(regex);
                System.out.println("compiled " + regex);
            } catch (PatternSyntaxException e) {
                System.out.println(e.getDescription() + " @" + e.getIndex() + " " + e.getPattern());
                System.out.println(e.getMessage());
            }
        }
    }

    private static void count(String regex, String text, int flags) {
        System.out.println(flags + " " + Pattern.compile(regex, flags).matcher(text).results().count());
    }
}
