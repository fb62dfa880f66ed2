//@ run-native
//@ jdk: 17
// Exercises the index error messages of String and StringBuilder, whose wording later JDKs changed.
public class StringErrors17 {
    public static void main(String[] args) {
        String text = "abc";
        StringBuilder sb = new StringBuilder("abc");
        char[] letters = {'a', 'b', 'c', 'd'};
        Runnable[] attempts = {
            () -> text.charAt(3),
            () -> text.charAt(-1),
            () -> text.substring(4),
            () -> text.substring(2, 1),
            () -> text.substring(-1, 2),
            () -> text.subSequence(0, 9),
            () -> text.codePointAt(7),
            () -> text.codePointBefore(0),
            () -> text.repeat(-2),
            () -> text.getChars(0, 4, letters, 0),
            () -> text.offsetByCodePoints(0, 9),
            () -> new String(letters, 2, 5),
            () -> new String(letters, -1, 2),
            () -> sb.charAt(3),
            () -> sb.setCharAt(5, 'x'),
            () -> sb.deleteCharAt(3),
            () -> sb.insert(4, "x"),
            () -> sb.delete(2, 1),
            () -> sb.replace(4, 5, "x"),
            () -> sb.setLength(-1),
            () -> sb.substring(2, 9),
            () -> sb.append("abc", 2, 1),
            () -> sb.codePointAt(3),
            () -> new StringBuilder(-1),
        };
        for (int i = 0; i < attempts.length; i++) {
            try {
                attempts[i].run();
                System.out.println(i + " no error");
            } catch (RuntimeException e) {
                System.out.println(i + " " + e.getClass().getName() + ": " + e.getMessage());
            }
        }
        System.out.println(sb + " " + new String(letters));
    }
}
