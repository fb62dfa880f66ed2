//@ run-native
// Exercises MessageFormat: arguments by number, styles, quoting, choices, parsing back, and formats set by hand.
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.FieldPosition;
import java.text.Format;
import java.text.MessageFormat;
import java.text.ParseException;
import java.text.ParsePosition;
import java.util.Arrays;
import java.util.Locale;

public class MessageFormats {
    private static String format(Locale locale, String pattern, Object... arguments) {
        return new MessageFormat(pattern, locale).format(arguments);
    }

    /** A format of our own, for what is said about durations. */
    static class Minutes extends Format {
        @Override
        public StringBuffer format(Object value, StringBuffer target, FieldPosition position) {
            int minutes = ((Number) value).intValue();
            return target.append(minutes / 60).append('h').append(minutes % 60).append('m');
        }

        @Override
        public Object parseObject(String text, ParsePosition position) {
            int h = text.indexOf('h', position.getIndex());
            int m = text.indexOf('m', h);
            int value = Integer.parseInt(text.substring(position.getIndex(), h)) * 60
                + Integer.parseInt(text.substring(h + 1, m));
            position.setIndex(m + 1);
            return value;
        }
    }

    public static void main(String[] args) throws ParseException {
        System.out.println(format(Locale.ROOT, "{0} and {1}, again {0}", "a", "b"));
        System.out.println(format(Locale.US, "{0} {0,number} {0,number,integer} {0,number,#.##} {0,number,percent}", 1234.567));
        System.out.println(format(Locale.GERMANY, "{0} {0,number} {0,number,#.##}", 1234.567));
        System.out.println(format(Locale.ROOT, "It''s '{0}' {0} '{'literal'}'", "x") + " "
            + format(Locale.ROOT, "{1} {2}", "only one") + " " + format(Locale.ROOT, "{0}", (Object) null));
        String files = "There {0,choice,0#are no files|1#is one file|1<are {0,number,integer} files} in {1}.";
        for (int n : new int[] {0, 1, 2, 1500}) {
            System.out.println(format(Locale.US, files, n, "here"));
        }

        MessageFormat parsing = new MessageFormat("{0,number,integer}: {1} <{2}>", Locale.ROOT);
        System.out.println(Arrays.toString(parsing.parse("42: some text <end>")));
        try {
            parsing.parse("no number");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " @" + e.getErrorOffset());
        }
        MessageFormat own = new MessageFormat("took {0}, then {1}, total {0}", Locale.ROOT);
        own.setFormatByArgumentIndex(0, new Minutes());
        own.setFormatByArgumentIndex(1, new DecimalFormat("000", DecimalFormatSymbols.getInstance(Locale.ROOT)));
        String text = own.format(new Object[] {135, 7});
        System.out.println(text + " | " + Arrays.toString(own.parse(text)) + " | " + own.getFormats().length + " | "
            + own.getFormatsByArgumentIndex().length);
        ChoiceFormat limits = new ChoiceFormat(new double[] {0, 10, 100}, new String[] {"few", "many", "lots"});
        System.out.println(limits.format(-5) + " " + limits.format(10) + " " + limits.format(1e9) + " "
            + limits.parse("many") + " " + Arrays.toString(limits.getLimits()));
        MessageFormat pattern = new MessageFormat("a {0,number,#} b '{'c'}' {1}", Locale.US);
        System.out.println(pattern.toPattern() + " " + pattern.equals(pattern.clone()) + " " + pattern.getLocale());
        for (String bad : new String[] {"{", "{x}", "{0,unknown}", "{-1}", "{0,number,#.#.#}"}) {
            try {
                System.out.println(new MessageFormat(bad, Locale.ROOT).toPattern());
            } catch (IllegalArgumentException e) {
                System.out.println(bad + ": " + e.getMessage());
            }
        }
        System.out.println(MessageFormat.format("static {0} {1}", "form", true));
    }
}
