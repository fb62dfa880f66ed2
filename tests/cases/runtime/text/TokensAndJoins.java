//@ run-native
// Exercises StringTokenizer, StreamTokenizer, StringJoiner and string splitting side by side on the same inputs.
import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.stream.Collectors;

public class TokensAndJoins {
    private static List<String> tokens(StringTokenizer tokenizer) {
        List<String> result = new ArrayList<>();
        while (tokenizer.hasMoreTokens()) {
            result.add(tokenizer.nextToken());
        }
        return result;
    }

    private static List<String> stream(String text, boolean comments) throws IOException {
        StreamTokenizer tokenizer = new StreamTokenizer(new StringReader(text));
        tokenizer.slashSlashComments(comments);
        tokenizer.slashStarComments(comments);
        tokenizer.ordinaryChar('-');
        tokenizer.wordChars('_', '_');
        tokenizer.eolIsSignificant(true);
        List<String> result = new ArrayList<>();
        while (tokenizer.nextToken() != StreamTokenizer.TT_EOF) {
            result.add(switch (tokenizer.ttype) {
                case StreamTokenizer.TT_WORD -> "word " + tokenizer.sval;
                case StreamTokenizer.TT_NUMBER -> "number " + tokenizer.nval;
                case StreamTokenizer.TT_EOL -> "line " + tokenizer.lineno();
                case '"', '\'' -> "quoted " + tokenizer.sval;
                default -> "char " + (char) tokenizer.ttype;
            });
        }
        return result;
    }

    public static void main(String[] args) throws IOException {
        for (String text : new String[] {"a b c", "  lead and trail  ", "x,,y,", "", " "}) {
            System.out.println("[" + text + "] " + tokens(new StringTokenizer(text)) + " "
                + tokens(new StringTokenizer(text, ",")) + " " + tokens(new StringTokenizer(text, ", ", true)) + " "
                + Arrays.toString(text.split("[, ]")) + " " + Arrays.toString(text.split("[, ]", -1)) + " "
                + new StringTokenizer(text, ", ").countTokens());
        }
        StringTokenizer changing = new StringTokenizer("key=value;next=1", "=");
        System.out.println(changing.nextToken() + " " + changing.nextToken("=;") + " " + changing.countTokens() + " "
            + changing.nextElement() + " " + changing.hasMoreElements());
        try {
            new StringTokenizer("").nextToken();
        } catch (NoSuchElementException e) {
            System.out.println("no token " + e.getMessage());
        }

        System.out.println(stream("x_1 = 3.5 - 2; // note\n\"a \\t b\" 'c' /* gone */ y", true));
        System.out.println(stream("1.2.3 .5 -7 a/b", false));
        StreamTokenizer pushed = new StreamTokenizer(new StringReader("One TWO"));
        pushed.lowerCaseMode(true);
        pushed.nextToken();
        pushed.pushBack();
        pushed.nextToken();
        System.out.println(pushed.sval + " " + pushed + " " + pushed.lineno());
        StreamTokenizer digits = new StreamTokenizer(new StringReader("12ab #34"));
        digits.resetSyntax();
        digits.wordChars('0', '9');
        digits.whitespaceChars(' ', ' ');
        digits.commentChar('#');
        digits.nextToken();
        System.out.println(digits.sval + " " + (char) digits.nextToken() + (char) digits.nextToken() + " "
            + (digits.nextToken() == StreamTokenizer.TT_EOF));

        StringJoiner joiner = new StringJoiner(", ", "{", "}").setEmptyValue("nothing");
        System.out.print(joiner + " " + joiner.length() + " ");
        joiner.add("a").add(null).add("");
        StringJoiner other = new StringJoiner("-", "<", ">").add("x").add("y");
        System.out.println(joiner + " " + joiner.merge(other) + " " + joiner.merge(joiner).length() + " " + new StringJoiner("+")
            .merge(new StringJoiner("*")));
        System.out.println(String.join("/", List.of("p", "q")) + " " + List.of(1, 2, 3).stream().map(String::valueOf)
            .collect(Collectors.joining("|", "[", "]")) + " " + "a\nb\r\nc\n".lines().collect(Collectors.toList()) + " "
            + "a1b2".chars().filter(Character::isLetter).mapToObj(c -> "" + (char) c).collect(Collectors.joining()));
    }
}
