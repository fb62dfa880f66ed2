//@ run-native
// Exercises floating conversions of String.format: e, f, g, a with precision, width, flags, and special values.
import java.math.BigDecimal;
import java.util.Locale;

public class FormatFloats {
    public static void main(String[] args) {
        String[] patterns = {
            "[%f]", "[%.0f]", "[%.1f]", "[%.3f]", "[%10.2f]", "[%-10.2f]", "[%010.2f]", "[%+.2f]", "[% .2f]",
            "[%,.2f]", "[%(,.1f]", "[%e]", "[%.2e]", "[%E]", "[%14.3e]", "[%g]", "[%.3g]", "[%G]", "[%s]",
        };
        double[] values = {
            0.0, -0.0, 1.0, -1.5, 2.5, 0.125, 3.14159265358979, 1234567.891, -9876543.21, 1e-5, 1.5e-10, 6.02e23,
            0.05, 0.15, 0.25, 0.35, 0.45, 9.995, 99.9999, Double.NaN, Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
        };
        for (String pattern : patterns) {
            StringBuilder row = new StringBuilder(pattern).append(' ');
            for (double value : values) {
                row.append(String.format(Locale.ROOT, pattern, value));
            }
            System.out.println(row);
        }
        System.out.println(String.format(Locale.ROOT, "%f %e %g %s", 1.1f, 1.1f, 1.1f, 1.1f));
        System.out.println(String.format(Locale.ROOT, "%a %a %a %A %a", 1.0, -0.1, Double.MIN_VALUE, 255.5, 0.0));
        System.out.println(String.format(Locale.ROOT, "%f %f", Double.MAX_VALUE, Double.MIN_VALUE));
        System.out.println(String.format(Locale.ROOT, "%.20f %.17f", 0.1, 0.3));
        BigDecimal decimal = new BigDecimal("12345678901234567890.987654321");
        System.out.println(String.format(Locale.ROOT, "%f %.2f %,.3f %e %.12g", decimal, decimal, decimal, decimal,
            decimal));
        System.out.println(String.format(Locale.GERMANY, "%,.2f", 1234567.891));
        System.out.println(String.format(Locale.US, "%8.3f|%-8.3f|%08.3f", Math.PI, Math.E, -Math.PI));
    }
}
