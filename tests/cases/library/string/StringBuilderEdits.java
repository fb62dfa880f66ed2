//@ run-native
// Exercises StringBuilder edits: insert, delete, replace, setCharAt, setLength, reverse, and capacity growth.
public class StringBuilderEdits {
    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder("hello");
        System.out.println(sb.append(' ').append("world").append(1).append(2L).append(3.5f).append(4.25).append(true));
        System.out.println(sb.insert(0, ">>").insert(7, '-').insert(8, 42).insert(sb.length(), "end"));
        System.out.println(sb.delete(0, 2).deleteCharAt(0).delete(10, 999));
        System.out.println(sb.replace(0, 4, "J").replace(1, 1, "!").replace(3, 100, "tail"));
        sb.setCharAt(0, 'Q');
        System.out.println(sb + " " + sb.length() + " " + sb.charAt(2) + " " + sb.indexOf("t")
            + " " + sb.lastIndexOf("l"));
        System.out.println(sb.reverse() + " " + sb.reverse());
        sb.setLength(3);
        System.out.println("[" + sb + "]");
        sb.setLength(6);
        System.out.println(sb.length() + " " + (int) sb.charAt(5) + " " + sb.toString().trim().length());
        sb.setLength(0);
        System.out.println(sb.append("abc", 1, 3).append(new char[] {'x', 'y', 'z'}, 1, 2).append((String) null)
            .append((Object) null).append(new char[] {'!'}));
        System.out.println(sb.substring(2) + " " + sb.substring(1, 4) + " " + sb.subSequence(0, 2));

        capacities();
        StringBuilder left = new StringBuilder("abc");
        StringBuilder right = new StringBuilder("abd");
        System.out.println(left.compareTo(right) + " " + left.equals(right) + " " + left.equals(left));
        System.out.println(left.chars().sum() + " " + left.codePointCount(0, 3) + " " + left.isEmpty());
        left.insert(1, "\u20ac");
        System.out.println(left.length() + " " + (int) left.charAt(1) + " " + left.deleteCharAt(1));
        StringBuffer buffer = new StringBuffer("sync");
        System.out.println(buffer.append(1).insert(0, 'a').reverse().deleteCharAt(0) + " " + buffer.length());
    }

    private static void capacities() {
        StringBuilder sb = new StringBuilder();
        int last = -1;
        for (int i = 0; i < 300; i++) {
            if (sb.capacity() != last) {
                last = sb.capacity();
                System.out.print(i + ":" + last + " ");
            }
            sb.append('x');
        }
        System.out.println();
        sb.ensureCapacity(1000);
        System.out.println(sb.capacity() >= 1000);
        sb.trimToSize();
        System.out.println(sb.capacity() + " " + new StringBuilder("12345").capacity()
            + " " + new StringBuilder(7).capacity());
    }
}
