//@ run-native
// Exercises the exceptions of Formatter and rarely used conversions: Formattable, indexes, widths, rounding, and hex floats.
import java.math.BigDecimal;
import java.util.Calendar;
import java.util.Formattable;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.TimeZone;

public class FormatErrors {
    record Money(long cents) implements Formattable {
        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {
            String text = precision == 0 ? String.valueOf(cents / 100) : String.format("%d.%02d", cents / 100, cents % 100);
            if ((flags & java.util.FormattableFlags.ALTERNATE) != 0) {
                text = "$" + text;
            }
            boolean left = (flags & java.util.FormattableFlags.LEFT_JUSTIFY) != 0;
            String padding = " ".repeat(Math.max(0, width - text.length()));
            formatter.format("%s", left ? text + padding : padding + text);
        }
    }

    private static void attempt(String format, Object... arguments) {
        try {
            System.out.println(format + " -> " + String.format(Locale.ROOT, format, arguments));
        } catch (IllegalFormatException e) {
            System.out.println(format + " !! " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        attempt("%d", "text");
        attempt("%d", 1.5);
        attempt("%f", 1);
        attempt("%c", "ab");
        attempt("%c", 0x110000);
        attempt("%q", 1);
        attempt("%");
        attempt("%d %d", 1);
        attempt("%3$s", 1, 2);
        attempt("%-d", 1);
        attempt("%05s", "x");
        attempt("%+s", "x");
        attempt("%.2d", 1);
        attempt("%,x", 255);
        attempt("%-05d", 1);
        attempt("%+ d", 1);
        attempt("%#d", 1);
        attempt("%<s", 1);
        attempt("%5n");
        attempt("%--5d", 1);
        attempt("%.f", 1.0);
        attempt("%tQ", "x");
        attempt("%tz%ty", 1L);

        attempt("%2$s %1$s %<s %s %s", "a", "b");
        attempt("[%5s][%-5s][%.2s][%5.1s]", "abc", "abc", "abc", "abc");
        attempt("%x %X %#x %08x %o %#o %x", 255, 255, 255, 255, 8, 8, -1);
        attempt("%x %x %x", (byte) -1, (short) -1, -1L);
        attempt("%(d %(,.2f % d %+d", -5, -1234.5, 42, 42);
        attempt("%a %A %.3a %a", 1.0, 0.1, 3.14, -0.0);
        attempt("%e %.0e %E %g %.3g %g", 123456.789, 5.5, 1e-10, 1e-5, 123456.0, 0.0001);
        attempt("%.0f %.0f %.0f %.1f %.3f", 0.5, 1.5, 2.5, 0.25, 1.0005);
        attempt("%f %e %5.1f| %05.1f %s", Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -2.5, Float.MIN_VALUE);
        attempt("%b %b %B %h %H %%", null, "x", false, "hash", 255);
        attempt("%.3f %,.2f %e %s", new BigDecimal("2.0005"), new BigDecimal("-1234567.895"), new BigDecimal("1e30"),
            new BigDecimal("1E+5"));
        attempt("[%s][%10s][%-10s][%#s][%.0s]", new Money(1999), new Money(1999), new Money(5), new Money(100), new Money(777));
        attempt("%c%c%C %s", 'a', 0x1F600, 'z', new int[0].length);
        Calendar moment = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
        moment.setTimeInMillis(1_000_000_000_123L);
        attempt("%1$tF %1$tT.%1$tL %1$ty %1$te %1$tl %1$tI %1$tk %1$tp %1$ts %1$tZ", moment);
        attempt("%1$TB %1$tb %1$ta %1$tD %1$tr %1$tR", moment);
    }
}
