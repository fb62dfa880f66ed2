//@ run-native
// Exercises MessageFormat and ChoiceFormat: quoting, nested styles, reordering, parsing, and malformed patterns.
import java.text.ChoiceFormat;
import java.text.Format;
import java.text.MessageFormat;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

public class MessagePatterns {
    public static void main(String[] args) throws ParseException {
        show("Hello {0}, you have {1} messages", "Ann", 3);
        show("{1} before {0}, {0} again", "a", "b");
        show("{0} {2}", "only one");
        show("It''s '{quoted}' {0}", "ok");
        show("{0,number} {0,number,integer} {0,number,#.##} {0,number,percent} {0,number,000.0}", 1234.567);
        show("{0,number,currency}", 9.5);
        show("{0} {1} {2}", 1234567, null, true);
        show("no arguments '{0}'");
        show("{0,choice,0#no files|1#one file|1<{0} files}", 0);
        show("{0,choice,0#no files|1#one file|1<{0} files}", 1);
        show("{0,choice,0#no files|1#one file|1<{0,number} files}", 1500);

        MessageFormat dated = new MessageFormat("{0,date,yyyy-MM-dd} at {0,time,HH:mm}", Locale.US);
        for (Format format : dated.getFormats()) {
            ((java.text.SimpleDateFormat) format).setTimeZone(TimeZone.getTimeZone("UTC"));
        }
        System.out.println(dated.format(new Object[] {new Date(1_000_000_000_000L)}) + " " + dated.toPattern());

        MessageFormat parser = new MessageFormat("{0} is {1,number} years, lives in {2}", Locale.US);
        System.out.println(Arrays.toString(parser.parse("Bob is 42 years, lives in Rome"))
            + " " + parser.getFormats().length);
        try {
            parser.parse("Bob was 42");
        } catch (ParseException e) {
            System.out.println(e.getMessage());
        }
        for (String broken : new String[] {"{", "{x}", "{0,unknown}", "{0", "{-1}", "{0,number,#.#.#}"}) {
            try {
                new MessageFormat(broken, Locale.US);
                System.out.println("accepted " + broken);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }

        ChoiceFormat grades = new ChoiceFormat(new double[] {0, 50, 70, 90},
            new String[] {"fail", "pass", "good", "top"});
        for (double score : new double[] {-5, 0, 49.9, 50, 70, 89.99, 90, 1000, Double.NaN}) {
            System.out.print(grades.format(score) + " ");
        }
        System.out.println(grades.toPattern() + " " + grades.parse("good") + " " + ChoiceFormat.nextDouble(1.0)
            + " " + new ChoiceFormat("-1#neg|0#zero|0<pos").format(0.001)
            + " " + Arrays.toString(new ChoiceFormat("1#a|2<b").getLimits()));
    }

    private static void show(String pattern, Object... args) {
        System.out.println(new MessageFormat(pattern, Locale.US).format(args));
    }
}
