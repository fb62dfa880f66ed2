//@ run-native
// Exercises Scanner over strings, StringTokenizer, and StreamTokenizer with its settings.
import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.InputMismatchException;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.StringTokenizer;
import java.util.regex.MatchResult;

public class Tokenizers {
    public static void main(String[] args) throws IOException {
        Scanner scanner = new Scanner("42 word 3.75 true 99999999999 0x1F\nrest of line\n\nlast")
            .useLocale(Locale.ROOT);
        System.out.println(scanner.nextInt() + " " + scanner.next() + " " + scanner.nextDouble()
            + " " + scanner.nextBoolean() + " " + scanner.hasNextInt() + " " + scanner.nextLong()
            + " " + scanner.next());
        System.out.println("[" + scanner.nextLine() + "][" + scanner.nextLine() + "][" + scanner.nextLine()
            + "][" + scanner.nextLine() + "] " + scanner.hasNextLine() + " " + scanner.hasNext());
        try {
            scanner.next();
        } catch (NoSuchElementException e) {
            System.out.println(e);
        }
        Scanner mismatch = new Scanner("abc 7");
        try {
            mismatch.nextInt();
        } catch (InputMismatchException e) {
            System.out.println(e + " then " + mismatch.next() + mismatch.nextInt());
        }
        Scanner commas = new Scanner("a, b,c ,d").useDelimiter("\\s*,\\s*");
        System.out.println(commas.tokens().toList() + " " + commas.delimiter());
        Scanner pattern = new Scanner("key=val other=thing");
        System.out.println(pattern.findInLine("(\\w+)=(\\w+)") + " " + pattern.match().group(2)
            + " " + pattern.findAll("o(\\w)").map(MatchResult::group).toList());
        System.out.println(new Scanner("ff 777 -12").nextInt(16)
            + " " + new Scanner("1,234").useLocale(Locale.US).nextInt()
            + " " + new Scanner("12345678901234567890123").nextBigInteger()
            + " " + new Scanner("1.50").useLocale(Locale.US).nextBigDecimal());
        int sum = 0;
        Scanner many = new Scanner("1 2 3\n4 5\n6");
        while (many.hasNextInt()) {
            sum += many.nextInt();
        }
        many.close();
        System.out.println(sum);
        try {
            many.hasNext();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }

        StringTokenizer words = new StringTokenizer("  the quick\tbrown\nfox ");
        System.out.print(words.countTokens() + ":");
        while (words.hasMoreTokens()) {
            System.out.print(words.nextToken() + "|");
        }
        System.out.println();
        StringTokenizer expression = new StringTokenizer("a+b*(c-1)", "+*-()", true);
        StringBuilder tokens = new StringBuilder();
        while (expression.hasMoreElements()) {
            tokens.append(expression.nextElement()).append(' ');
        }
        StringTokenizer changing = new StringTokenizer("k=v;k2=v2", "=");
        System.out.println(tokens + changing.nextToken() + changing.nextToken(";") + changing.countTokens());

        String source = "x1 = 3.5e * -2 // comment\n'quo\\tted' \"str\" /* block */ y;";
        StreamTokenizer stream = new StreamTokenizer(new StringReader(source));
        stream.slashSlashComments(true);
        stream.slashStarComments(true);
        stream.eolIsSignificant(true);
        while (stream.nextToken() != StreamTokenizer.TT_EOF) {
            System.out.print(describe(stream) + "@" + stream.lineno() + " ");
        }
        System.out.println();
        StreamTokenizer custom = new StreamTokenizer(new StringReader("A-B_c 10 #gone"));
        custom.wordChars('_', '_');
        custom.ordinaryChar('-');
        custom.commentChar('#');
        custom.lowerCaseMode(true);
        custom.nextToken();
        custom.pushBack();
        while (custom.nextToken() != StreamTokenizer.TT_EOF) {
            System.out.print(describe(custom) + " " + custom + "; ");
        }
        System.out.println();
    }

    private static String describe(StreamTokenizer t) {
        switch (t.ttype) {
            case StreamTokenizer.TT_WORD: return "word:" + t.sval;
            case StreamTokenizer.TT_NUMBER: return "num:" + t.nval;
            case StreamTokenizer.TT_EOL: return "eol";
            case '\'':
            case '"': return "quote:" + t.sval.replace("\t", "<tab>");
            default: return "char:" + (char) t.ttype;
        }
    }
}
