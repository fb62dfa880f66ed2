//@ run-native
// Exercises Matcher as a machine with state: regions, bounds, hitEnd, requireEnd, append methods, resets, and a small lexer.
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class RegexMatcherState {
    private static final Pattern TOKEN = Pattern.compile(
        "(?<number>\\d+(?:\\.\\d+)?)|(?<name>[A-Za-z_]\\w*)|(?<operator>[-+*/=()<>]=?)|(?<space>\\s+)|(?<bad>.)");

    private static List<String> lex(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.lookingAt()) {
            for (String kind : new String[] {"number", "name", "operator", "bad"}) {
                if (matcher.group(kind) != null) {
                    tokens.add(kind.charAt(0) + ":" + matcher.group(kind));
                }
            }
            matcher.region(matcher.end(), text.length());
        }
        return tokens;
    }

    public static void main(String[] args) {
        System.out.println(lex("area = width*2.5 + (h-1) >= 10 # !"));

        Matcher matcher = Pattern.compile("\\b\\w{3}\\b").matcher("one two three four six");
        matcher.region(4, 17);
        System.out.println(matcher.find() + " " + matcher.group() + " " + matcher.find() + " " + matcher.regionStart() + ".."
            + matcher.regionEnd());
        Matcher anchors = Pattern.compile("^b").matcher("abc").region(1, 3);
        System.out.println(anchors.find() + " " + anchors.useAnchoringBounds(false).reset().region(1, 3).find() + " "
            + anchors.hasAnchoringBounds());
        Matcher behind = Pattern.compile("(?<=a)b").matcher("ab").region(1, 2);
        System.out.println(behind.find() + " " + behind.useTransparentBounds(true).region(1, 2).find());

        Matcher partial = Pattern.compile("hello").matcher("hel");
        System.out.println(partial.matches() + " " + partial.hitEnd() + " " + partial.reset("help").matches() + " "
            + partial.hitEnd() + " " + partial.reset("hello").matches() + " " + partial.requireEnd());
        Matcher dollar = Pattern.compile("x$").matcher("x");
        System.out.println(dollar.find() + " " + dollar.hitEnd() + " " + dollar.requireEnd());

        StringBuilder result = new StringBuilder();
        Matcher words = Pattern.compile("[a-z]+").matcher("ab, cd; ef!");
        while (words.find()) {
            words.appendReplacement(result, words.start() > 3 ? words.group().toUpperCase() : "<$0>");
        }
        System.out.println(words.appendTail(result));
        MatchResult saved = null;
        words.reset();
        while (words.find()) {
            saved = words.start() == 4 ? words.toMatchResult() : saved;
        }
        System.out.println(saved.group() + " " + saved.start() + " " + saved.end() + " " + words.reset().results().count());
        System.out.println(words.find(5) + " " + words.group() + " " + words.usePattern(Pattern.compile("\\W")).find() + " "
            + words.group() + " " + words.pattern());

        Matcher groups = Pattern.compile("(a)|(b)(c)?").matcher("b");
        System.out.println(groups.matches() + " " + groups.group(1) + " " + groups.start(1) + " " + groups.group(2) + " "
            + groups.group(3) + " " + groups.end(3));
        Matcher fresh = Pattern.compile("x").matcher("y");
        for (Runnable wrong : new Runnable[] {fresh::group, () -> {
            fresh.find();
            fresh.start();
        }, () -> groups.group(4), () -> groups.group("none"), () -> fresh.region(1, 5), () -> fresh.find(9),
            () -> "a".replaceAll("a", "$1"), () -> "a".replaceAll("a", "\\")}) {
            try {
                wrong.run();
            } catch (IllegalStateException | IndexOutOfBoundsException | IllegalArgumentException e) {
                System.out.println(e.getClass().getSimpleName()
                    + (e instanceof IllegalStateException ? "" : " " + e.getMessage()));
            }
        }
        System.out.println(Pattern.compile("a", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS).flags() + " "
            + Pattern.compile("(?i)a").flags() + " " + Pattern.quote("a\\Eb") + " " + groups.toMatchResult().groupCount());
    }
}
