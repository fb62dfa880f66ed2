//@ run-native
// Exercises locale-independent case conversion with length-changing and context-sensitive mappings.
import java.util.Locale;

public class StringCase {
    public static void main(String[] args) {
        String[] samples = {
            "", "Hello World", "ALREADY", "stra\u00dfe", "\ufb01ne", "\u03a3\u0399\u03a3\u03a5\u03a6\u039f\u03a3",
            "\u0130stanbul", "d\u0131\u015f", "\u01c5", "\u00ff", "\u00b5", "\u1e9e", "\ud801\udc00\ud801\udc28",
                "\u0149", "123-_!",
        };
        for (String sample : samples) {
            String upper = sample.toUpperCase(Locale.ROOT);
            String lower = sample.toLowerCase(Locale.ROOT);
            System.out.println(escape(sample) + " up=" + escape(upper) + " low=" + escape(lower)
                + " len=" + sample.length() + "/" + upper.length() + "/" + lower.length()
                + " eqi=" + upper.equalsIgnoreCase(lower) + " cmpi=" + upper.compareToIgnoreCase(lower));
        }
        Locale turkish = new Locale("tr");
        System.out.println(escape("TITLE I".toLowerCase(turkish)) + " " + escape("title i".toUpperCase(turkish)));
        System.out.println("title".toUpperCase(Locale.US) + " " + "TITLE".toLowerCase(Locale.US));

        String same = "unchanged";
        System.out.println(same.toLowerCase(Locale.ROOT) == same);
        characterCase();
        System.out.println("aBcD".regionMatches(1, "xbCx", 1, 2) + " " + "aBcD".regionMatches(true, 1, "xbCx", 1, 2)
            + " " + "aBcD".regionMatches(true, 3, "d", 0, 5) + " " + "aBcD".regionMatches(-1, "a", 0, 1)
            + " " + "aBcD".regionMatches(0, "zz", 0, -3));
        System.out.println(String.CASE_INSENSITIVE_ORDER.compare("ABC", "abd") + " "
            + String.CASE_INSENSITIVE_ORDER.compare("Zed", "zED"));
    }

    private static void characterCase() {
        int[] points = {'a', 'Z', '5', 0xdf, 0xb5, 0xff, 0x131, 0x1c5, 0x3c2, 0x10400, 0x1e9e, 0x2160, 0x24d0};
        for (int point : points) {
            System.out.println(Integer.toHexString(point) + " " + Integer.toHexString(Character.toUpperCase(point))
                + " " + Integer.toHexString(Character.toLowerCase(point))
                + " " + Integer.toHexString(Character.toTitleCase(point))
                + " " + Character.isUpperCase(point) + Character.isLowerCase(point) + Character.isTitleCase(point));
        }
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            out.append(c < 128 ? String.valueOf(c) : "\\u" + Integer.toHexString(0x10000 | c).substring(1));
        }
        return out.toString();
    }
}
