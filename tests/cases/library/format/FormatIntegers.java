//@ run-native
// Exercises integral conversions of String.format: d, x, X, o with every flag, on all integral types and BigInteger.
import java.math.BigInteger;
import java.util.Locale;

public class FormatIntegers {
    public static void main(String[] args) {
        String[] patterns = {
            "[%d]", "[%5d]", "[%-5d]", "[%05d]", "[%+d]", "[% d]", "[%,d]", "[%(d]", "[%+,012d]", "[%-,12d]",
            "[%(,10d]", "[%x]", "[%X]", "[%#x]", "[%012x]", "[%#012X]", "[%o]", "[%#o]", "[%-12o]",
        };
        Object[] values = {0, 7, -7, 1234567, -1234567, Integer.MIN_VALUE, Long.MAX_VALUE, (byte) -1, (short) -2};
        for (String pattern : patterns) {
            StringBuilder row = new StringBuilder(pattern).append(' ');
            for (Object value : values) {
                row.append(String.format(Locale.ROOT, pattern, value));
            }
            System.out.println(row);
        }
        BigInteger big = BigInteger.ONE.shiftLeft(80).negate();
        System.out.println(String.format(Locale.ROOT, "%d %,d %x %o %(d %+x %#x", big, big, big, big, big, big, big));
        System.out.println(String.format(Locale.US, "%s %s %s", 1, -2L, (byte) 3));
        System.out.println(String.format(Locale.ROOT, "%2$d %1$d %<d %2$05d %d %d", 10, 20));
        System.out.println(String.format(Locale.ROOT, "%1$s=%1$d=%1$x=%1$o=%1$c", 65));
        System.out.println(String.format(Locale.ROOT, "%c%c%C%5c|%-3c|%c", 'a', 0x42, 'c', 'd', 'e', (byte) 102));
        System.out.println(String.format(Locale.ROOT, "%d %x %s", null, null, null));
        System.out.printf(Locale.ROOT, "%-8s|%8s|%d%%%n", "left", "right", 50);
        int sum = 0;
        for (int i = 0; i < 64; i++) {
            String hex = String.format("%016x", 1L << i);
            sum += hex.hashCode();
        }
        System.out.println(sum);
    }
}
