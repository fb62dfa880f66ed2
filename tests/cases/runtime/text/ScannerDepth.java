//@ run-native
// Exercises Scanner on strings: all token types, radixes, delimiters, lines, patterns with match results, and its exceptions.
import java.math.BigDecimal;
import java.util.InputMismatchException;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.regex.MatchResult;
import java.util.stream.Collectors;

public class ScannerDepth {
    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (InputMismatchException e) {
            System.out.println(label + ": mismatch " + e.getMessage());
        } catch (NoSuchElementException e) {
            System.out.println(label + ": nothing " + e.getMessage());
        } catch (IllegalStateException e) {
            System.out.println(label + ": state " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        Scanner all = new Scanner("true 12 300 -70000 9999999999 1.5 2.25e3 1e400 123456789012345678901234567890 word")
            .useLocale(Locale.ROOT);
        System.out.println(all.nextBoolean() + " " + all.nextByte() + " " + all.nextShort() + " " + all.nextInt() + " "
            + all.nextLong() + " " + all.nextFloat() + " " + all.nextDouble() + " " + all.nextBigDecimal()
                .compareTo(new BigDecimal("1e400")) + " " + all.nextBigInteger() + " " + all.next() + " " + all.hasNext());

        Scanner typed = new Scanner("7 7.0 x").useLocale(Locale.ROOT);
        System.out.println(typed.hasNextInt() + " " + typed.hasNextDouble() + " " + typed.nextInt() + " " + typed.hasNextInt()
            + " " + typed.hasNextDouble() + " " + typed.next() + " " + typed.hasNextBoolean());
        System.out.println(new Scanner("ff -10 zz").useRadix(16).nextInt() + " " + new Scanner("1,234,567")
            .useLocale(Locale.US).nextInt() + " " + new Scanner("1.234,5").useLocale(Locale.GERMANY).nextDouble() + " "
            + new Scanner("101").nextInt(2) + " " + new Scanner("TRUE").nextBoolean());

        Scanner commas = new Scanner("a, b,,c ,d").useDelimiter("\\s*,\\s*");
        StringBuilder tokens = new StringBuilder();
        while (commas.hasNext()) {
            tokens.append('[').append(commas.next()).append(']');
        }
        System.out.println(tokens + " " + commas.delimiter());
        Scanner lines = new Scanner("first line\n\nthird\r\nlast without end");
        StringBuilder numbered = new StringBuilder();
        for (int i = 1; lines.hasNextLine(); i++) {
            numbered.append(i).append('=').append(lines.nextLine()).append(' ');
        }
        System.out.println(numbered);
        Scanner mixed = new Scanner("42\nname with spaces\n3.5\n").useLocale(Locale.ROOT);
        System.out.println(mixed.nextInt() + "|" + mixed.nextLine() + "|" + mixed.nextLine() + "|" + mixed.nextDouble());

        Scanner patterns = new Scanner("key=value; other=thing; end");
        patterns.findInLine("(\\w+)=(\\w+)");
        MatchResult match = patterns.match();
        System.out.println(match.group(1) + "->" + match.group(2) + " " + match.start() + ".." + match.end());
        patterns.skip(";\\s*");
        System.out.println(patterns.next("\\w+=\\w+;") + " " + patterns.hasNext("\\d+") + " "
            + patterns.findWithinHorizon("e.d", 10) + " " + patterns.findWithinHorizon("none", 0));
        System.out.println(new Scanner("one two three").tokens().map(String::length).collect(Collectors.toList()) + " "
            + new Scanner("a1b22c333").findAll("\\d+").map(MatchResult::group).collect(Collectors.joining("/")));

        Scanner wrong = new Scanner("text 99999999999").useLocale(Locale.ROOT);
        attempt("int of text", wrong::nextInt);
        attempt("the token is still there", wrong::next);
        attempt("too large", wrong::nextInt);
        attempt("as long", wrong::nextLong);
        attempt("at the end", wrong::next);
        attempt("line at the end", wrong::nextLine);
        attempt("no match yet", () -> new Scanner("x").match());
        attempt("skip", () -> new Scanner("abc").skip("\\d"));
        wrong.close();
        attempt("closed", wrong::hasNext);
        attempt("radix", () -> {
            try {
                new Scanner("1").useRadix(40);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        });
    }
}
