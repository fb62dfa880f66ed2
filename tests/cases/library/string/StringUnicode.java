//@ run-native
// Exercises strings holding characters beyond Latin-1 and beyond the BMP: code points, surrogates, offsets and reversal.
import java.util.stream.Collectors;

public class StringUnicode {
    private static final String CLEF = "\uD834\uDD1E";
    private static final String EMOJI = "\uD83D\uDE00";

    public static void main(String[] args) {
        String mixed = "a" + CLEF + "\u00e9" + EMOJI + "\u4e2d" + "z";
        System.out.println(mixed.length() + " " + mixed.codePointCount(0, mixed.length()));
        for (int i = 0; i < mixed.length(); i++) {
            char c = mixed.charAt(i);
            System.out.println(i + " char=" + Integer.toHexString(c)
                + " at=" + Integer.toHexString(mixed.codePointAt(i))
                + " before=" + (i == 0 ? "-" : Integer.toHexString(mixed.codePointBefore(i)))
                + " high=" + Character.isHighSurrogate(c) + " low=" + Character.isLowSurrogate(c));
        }
        System.out.println(mixed.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        System.out.println(mixed.offsetByCodePoints(0, 3) + " " + mixed.offsetByCodePoints(mixed.length(), -3));
        System.out.println(mixed.indexOf(0x1F600) + " " + mixed.lastIndexOf(0x1D11E) + " " + mixed.indexOf(0x1D11F));
        System.out.println(escape(new StringBuilder(mixed).reverse().toString()));
        System.out.println(escape(new StringBuilder("\uDE00\uD83D").reverse().toString()));
        System.out.println(escape(mixed.toUpperCase(java.util.Locale.ROOT)));

        int[] points = {0x41, 0x1D11E, 0x20AC, 0x10FFFF};
        String built = new String(points, 0, points.length);
        System.out.println(escape(built) + " " + built.length());
        System.out.println(escape(Character.toString(0x1F680)) + " " + Character.charCount(0x1F680));
        System.out.println(Character.toChars(0x1F600).length + " "
            + Integer.toHexString(Character.toCodePoint('\uD83D', '\uDE00')));
        System.out.println(Character.isSupplementaryCodePoint(0x10000) + " " + Character.isBmpCodePoint(0xFFFF)
            + " " + Character.isValidCodePoint(0x110000) + " " + Character.isSurrogatePair('\uD83D', '\uDE00'));
        errors(points);
        System.out.println(escape(new StringBuilder().appendCodePoint(0x1F601).append("x").insert(1, "y").toString()));
        System.out.println("\u00e9".compareTo("e\u0301") + " " + EMOJI.compareTo("\uFFFD") + " " + mixed.hashCode());
    }

    private static void errors(int[] points) {
        try {
            points[1] = -5;
            new String(points, 0, 2);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Character.toChars(0x110000);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Renders every non-ASCII char as a backslash-u escape so that the output encoding cannot matter. */
    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            out.append(c < 128 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return out.toString();
    }
}
