//@ run-native
// Random strings of Latin-1 and beyond through most methods of String and StringBuilder, and what these throw, with the lines of the library.
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

public class StringRandom {
    private static final Random RANDOM = new Random(5);
    private static long hash = 17;

    public static void main(String[] args) {
        for (int i = 0; i < 400; i++) {
            String x = text();
            String y = text();
            searching(x, y);
            changing(x, y);
            building(x, y);
        }
        System.out.println(hash);
        throwing("abc", null);
    }

    private static void searching(String x, String y) {
        note(x.equals(y), x.compareTo(y), x.indexOf(y), x.indexOf('a'), x.indexOf('b', RANDOM.nextInt(5) - 1), x.lastIndexOf('a'),
            x.lastIndexOf(y), x.lastIndexOf('c', RANDOM.nextInt(14) - 2), x.hashCode(), x.startsWith(y),
            x.startsWith(y, RANDOM.nextInt(6) - 2), x.endsWith(y), x.contains(y), x.equalsIgnoreCase(y), x.compareToIgnoreCase(y),
            x.isBlank(), x.chars().sum(), x.contentEquals(new StringBuilder(x)), x.regionMatches(true, 1, y, 0, 3));
    }

    private static void changing(String x, String y) {
        note(x.concat(y), x + y, x.toUpperCase(), x.toLowerCase(), x.trim(), x.strip(), x.replace('a', '\u1234'),
            x.replace("a", "bb"), x.replace('a', 'z'), new String(x.toCharArray()), x.repeat(2));
        for (Charset charset : new Charset[] {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII}) {
            byte[] bytes = x.getBytes(charset);
            note(Arrays.hashCode(bytes), new String(bytes, charset));
        }
        if (x.length() > 2) {
            note(x.substring(1), x.substring(1, 2), x.substring(0) == x, x.substring(2, 2) == "", x.codePointAt(1));
        }
    }

    private static void building(String x, String y) {
        StringBuilder builder = new StringBuilder(RANDOM.nextInt(3));
        builder.append(x).append(RANDOM.nextInt()).append((char) RANDOM.nextInt(300)).append(RANDOM.nextLong()).append(y);
        note(builder.capacity(), builder.length(), builder.toString());
        builder.setCharAt(0, 'q');
        builder.setCharAt(0, '\u2222');
        builder.append(x).reverse().insert(1, y).deleteCharAt(0);
        note(builder.toString(), builder.charAt(1), builder.indexOf("b"));
        builder.setLength(0);
        note(builder.toString(), builder.append('c').append(true).append((Object) null).toString());
    }

    private static void throwing(String text, String none) {
        attempt(() -> text.charAt(3));
        attempt(() -> "\u1234".charAt(-1));
        attempt(() -> text.substring(4));
        attempt(() -> text.substring(2, 1));
        attempt(() -> text.concat(none));
        attempt(() -> text.startsWith(none));
        attempt(() -> text.indexOf(none));
        attempt(() -> text.compareTo(none));
        attempt(() -> new StringBuilder("x").charAt(1));
        attempt(() -> new StringBuilder("x").setCharAt(2, 'c'));
        attempt(() -> Integer.parseInt("12x"));
        attempt(() -> Integer.parseInt("2147483648"));
        attempt(() -> Long.parseLong(none));
        attempt(() -> Arrays.copyOf(new int[2], -1));
        attempt(() -> Arrays.copyOfRange(new byte[3], 4, 5));
        attempt(() -> Arrays.fill(new int[3], 2, 1, 0));
        attempt(() -> Arrays.fill(new int[3], 1, 5, 0));
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            System.out.println(e);
            for (StackTraceElement element : e.getStackTrace()) {
                System.out.println("    " + element);
            }
        }
    }

    private static void note(Object... results) {
        for (Object result : results) {
            hash = hash * 31 + result.hashCode();
        }
    }

    private static String text() {
        int kind = RANDOM.nextInt(4);
        StringBuilder builder = new StringBuilder();
        for (int length = RANDOM.nextInt(12); length > 0; length--) {
            switch (kind) {
                case 0: builder.append((char) ('a' + RANDOM.nextInt(4))); break;
                case 1: builder.append((char) RANDOM.nextInt(256)); break;
                case 2: builder.append((char) (0x3b0 + RANDOM.nextInt(5))); break;
                default: builder.append((char) (RANDOM.nextInt(3) == 0 ? RANDOM.nextInt(0xd800) : 'a' + RANDOM.nextInt(3)));
            }
        }
        return builder.toString();
    }
}
