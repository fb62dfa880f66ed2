//@ run-native
// Exercises String.format and Formatter in four locales: separators, grouping, zeros, signs, dates, and a Formatter's target.
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

public class FormatLocales {
    /** Prints spaces that are not plain as escapes, since they look alike. */
    private static String visible(String text) {
        StringBuilder result = new StringBuilder();
        for (char c : text.toCharArray()) {
            result.append(c < 128 ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        return result.toString();
    }

    public static void main(String[] args) {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        List<Locale> locales = List.of(Locale.ROOT, Locale.US, Locale.GERMANY, Locale.FRANCE);
        for (Locale locale : locales) {
            System.out.println("[" + locale + "]");
            System.out.println(visible(String.format(locale, "%,d|%,d|%(,d|%+,d|%012d|%-12d|", 1234567, -98, -4321, 15,
                -7, 8)));
            System.out.println(visible(String.format(locale, "%.2f|%,.3f|%10.1f|%-10.1f|%010.2f|%e|%.3g", Math.PI,
                1234567.891, -2.55, 2.45, -3.14159, 12345.678, 0.00012345)));
            System.out.println(visible(String.format(locale, "%,.2f|%s|%.1f|%,d", new BigDecimal("98765432109.876"),
                1.5, new BigDecimal("0.05"), new BigInteger("123456789012345678901"))));
            System.out.println(visible(String.format(locale, "%S|%s|%b|%c|%h|%x|%o", "mixed Case", null, true, 'q', "hi",
                255, 8)));
            GregorianCalendar moment = new GregorianCalendar(2024, 2, 5, 14, 3, 9);
            System.out.println(visible(String.format(locale, "%1$tY-%1$tm-%1$td %1$tH:%1$tM:%1$tS %1$tA %1$tB %1$tj",
                moment)));
        }

        System.out.println(visible(String.format(Locale.GERMANY, "%1$,.2f and again %1$,.2f but %2$s", 1234.5, 1234.5)));
        System.out.println(String.format((Locale) null, "%,.2f", 1234.5));
        StringBuilder target = new StringBuilder("start ");
        try (Formatter formatter = new Formatter(target, Locale.FRANCE)) {
            formatter.format("%.1f", 0.5).format(Locale.US, " %.1f", 0.5).format("; %s", formatter.locale());
        }
        System.out.println(target);
        Locale.setDefault(Locale.GERMANY);
        System.out.println(String.format("%.2f", 1.25) + " " + String.format(Locale.ROOT, "%.2f", 1.25) + " "
            + "%.1f".formatted(9.9) + " " + Locale.getDefault() + " " + 1.25);
        Locale.setDefault(Locale.Category.FORMAT, Locale.US);
        System.out.println(String.format("%.2f", 1.25) + " " + Locale.getDefault(Locale.Category.DISPLAY));
        System.out.println("TITLE".toLowerCase(Locale.ROOT) + " "
            + visible("TITLE".toLowerCase(Locale.forLanguageTag("tr"))) + " "
            + visible("title".toUpperCase(Locale.forLanguageTag("tr"))) + " "
            + visible("stra\u00dfe".toUpperCase(Locale.GERMANY)));
    }
}
