//@ run-native
// Exercises the everyday String queries: searching, slicing, comparing and trimming.
public class StringBasics {
    public static void main(String[] args) {
        String text = "the quick brown fox jumps over the lazy dog";
        System.out.println(text.length() + " " + text.isEmpty() + " " + "".isEmpty() + " " + " \t".isBlank());
        System.out.println(text.charAt(0) + " " + text.charAt(text.length() - 1));
        System.out.println(text.indexOf("the") + " " + text.indexOf("the", 1) + " " + text.lastIndexOf("the"));
        System.out.println(text.indexOf('q') + " " + text.indexOf('q', 5) + " " + text.lastIndexOf('o', 20));
        System.out.println(text.indexOf("") + " " + text.indexOf("", 99) + " " + text.lastIndexOf(""));
        System.out.println(text.contains("fox") + " " + text.contains("cat") + " " + text.contains(""));
        System.out.println(text.startsWith("the") + " " + text.startsWith("quick", 4) + " " + text.endsWith("dog"));
        System.out.println(text.startsWith("the", -1) + " " + text.endsWith(""));
        System.out.println(text.substring(4, 9) + "|" + text.substring(40) + "|" + text.substring(43) + "|");
        System.out.println(text.subSequence(10, 15));
        System.out.println(text.replace('o', '0'));
        System.out.println(text.replace("the", "THE") + "|" + "aaaa".replace("aa", "b") + "|" + "abc".replace("", "-"));
        System.out.println("abc".concat("def") + "abc".concat(""));

        comparisons();
        trimming();
    }

    private static void comparisons() {
        String[] words = {"apple", "Apple", "app", "banana", "", "apples", "\u00e9t\u00e9"};
        for (String left : words) {
            StringBuilder row = new StringBuilder();
            for (String right : words) {
                row.append(left.compareTo(right)).append('/').append(left.compareToIgnoreCase(right)).append(' ');
            }
            System.out.println(row);
        }
        System.out.println("Straight".equalsIgnoreCase("sTRAIGHT") + " " + "a".equals(null) + " " + "a".equals("A"));
        System.out.println("abc".contentEquals(new StringBuilder("abc")) + " " + "abc".contentEquals("abd"));
    }

    private static void trimming() {
        String padded = " \t\u2003 core \u2003\n ";
        System.out.println(padded.trim().length() + " " + padded.strip().length());
        System.out.println(padded.stripLeading().length() + " " + padded.stripTrailing().length());
        System.out.println("[" + padded.strip() + "] [" + "   ".strip() + "] [" + "x".trim() + "]");
    }
}
