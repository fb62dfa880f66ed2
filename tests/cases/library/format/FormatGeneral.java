//@ run-native
// Exercises general conversions (s, S, b, h, c, n, %), Formattable objects, and every kind of format error.
import java.util.Arrays;
import java.util.Formattable;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

public class FormatGeneral {
    public static void main(String[] args) {
        print("%s|%10s|%-10s|%.2s|%10.3s|%S", "text", "right", "left", "cut", "truncate", "shout");
        print("%s %s %s", List.of(1, 2), new int[0].length, Arrays.asList("a", null));
        print("%b %b %b %B %5b %.1b", true, null, "x", false, true, false);
        print("%h %H %h", "hello", "hello", null);
        print("%n%%|%5%|%-5%|");
        print("%3$s %1$s %2$s %1$s %s %s", "a", "b", "c");
        print("%s %<s %<S %s %<s", "one", "two");
        print("%s|%20s|%#s|%-12.4s|%S", new Point(1, 2), new Point(3, 4), new Point(5, 6), new Point(7, 8),
            new Point(9, 0));
        print("%s", (Object) null);

        String[] bad = {"%d", "%q", "%s %s", "%.2d", "%-d", "%05s", "%+s", "%,x", "%-05d", "%+ d", "%c", "%#b", "%",
            "%5", "%.c", "%0$s"};
        for (String pattern : bad) {
            try {
                System.out.println(pattern + " -> " + String.format(Locale.ROOT, pattern, "arg"));
            } catch (RuntimeException e) {
                System.out.println(pattern + " -> " + e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        for (Object arg : new Object[] {1.5, 'c', 1L, true}) {
            try {
                System.out.println(String.format("%d", arg));
            } catch (RuntimeException e) {
                System.out.println(e.getMessage());
            }
        }
        StringBuilder target = new StringBuilder("start:");
        try (Formatter formatter = new Formatter(target, Locale.ROOT)) {
            formatter.format("%d,", 1).format("%s", "x");
            System.out.println(formatter + " " + (formatter.out() == target)
                + " " + formatter.locale().toString().isEmpty());
        }
    }

    private static void print(String pattern, Object... args) {
        System.out.println(String.format(Locale.ROOT, pattern, args));
    }

    private record Point(int x, int y) implements Formattable {
        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {
            formatter.format("(%d;%d f=%d w=%d p=%d)", x, y, flags, width, precision);
        }
    }
}
