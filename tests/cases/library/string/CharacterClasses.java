//@ run-native
// Exercises Character classification and numeric conversion over a spread of code points, with range checksums.
public class CharacterClasses {
    public static void main(String[] args) {
        int[] points = {
            'a', 'Z', '0', '_', '$', ' ', '\n', 0xA0, 0x2003, 0xB2, 0x660, 0x966, 0x2167, 0x4e2d, 0x3042, 0x5d0,
            0x300, 0x20ac, 0xad, 0xfeff, 0xd800, 0xe000, 0x1d7ce, 0x1f600, 0x10ffff, 0x378, 0x2028, 0x61f,
        };
        for (int point : points) {
            System.out.printf("%05x type=%d %s num=%d digit=%d dir=%d mirrored=%b%n", point, Character.getType(point),
                flags(point), Character.getNumericValue(point), Character.digit(point, 16),
                Character.getDirectionality(point), Character.isMirrored(point));
        }
        int letters = 0;
        int digits = 0;
        int spaces = 0;
        int identifiers = 0;
        for (int point = 0; point < 0x3000; point++) {
            letters += Character.isLetter(point) ? 1 : 0;
            digits += Character.isDigit(point) ? 1 : 0;
            spaces += Character.isWhitespace(point) ? 1 : 0;
            identifiers += Character.isJavaIdentifierPart(point) ? 1 : 0;
        }
        System.out.println((letters > 4000) + " " + (digits > 200) + " " + spaces + " " + (identifiers > letters));

        System.out.println(Character.forDigit(11, 16) + " " + (int) Character.forDigit(16, 16)
            + " " + Character.digit('z', 36));
        System.out.println(Character.MIN_RADIX + " " + Character.MAX_RADIX + " " + (int) Character.MAX_VALUE);
        System.out.println(Character.compare('a', 'c') + " " + Character.valueOf('x').compareTo('w'));
        System.out.println(Character.reverseBytes('\u1234') == '\u3412');
        System.out.println(Character.getName('a') + ", " + Character.getName(0x1F600)
            + ", " + Character.getName(0x4e2d));
        System.out.println(Character.UnicodeBlock.of('a') + " " + Character.UnicodeBlock.of(0x3042)
            + " " + Character.UnicodeScript.of(0x3b1));
        System.out.println(Character.isSpaceChar(0xA0) + " " + Character.isWhitespace(0xA0));
        System.out.println(Character.hashCode('q') + " " + Character.toString('q') + " " + Character.BYTES);
    }

    private static String flags(int point) {
        StringBuilder out = new StringBuilder();
        out.append(Character.isLetter(point) ? 'L' : '-');
        out.append(Character.isDigit(point) ? 'D' : '-');
        out.append(Character.isLetterOrDigit(point) ? 'B' : '-');
        out.append(Character.isAlphabetic(point) ? 'A' : '-');
        out.append(Character.isIdeographic(point) ? 'I' : '-');
        out.append(Character.isWhitespace(point) ? 'W' : '-');
        out.append(Character.isSpaceChar(point) ? 'S' : '-');
        out.append(Character.isISOControl(point) ? 'C' : '-');
        out.append(Character.isDefined(point) ? 'd' : '-');
        out.append(Character.isJavaIdentifierStart(point) ? 'j' : '-');
        out.append(Character.isUnicodeIdentifierPart(point) ? 'u' : '-');
        return out.append(Character.isIdentifierIgnorable(point) ? 'i' : '-').toString();
    }
}
