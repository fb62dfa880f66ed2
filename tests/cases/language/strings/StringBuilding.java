//@ run-native
// Exercises StringBuilder edits and hand-written string algorithms: palindromes, run lengths, roman numerals, bases.
public class StringBuilding {
    static boolean palindrome(String s) {
        int i = 0, j = s.length() - 1;
        while (i < j) {
            while (i < j && !Character.isLetter(s.charAt(i))) i++;
            while (i < j && !Character.isLetter(s.charAt(j))) j--;
            if (Character.toLowerCase(s.charAt(i++)) != Character.toLowerCase(s.charAt(j--))) return false;
        }
        return true;
    }

    static String runs(String s) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < s.length(); ) {
            int j = i;
            while (j < s.length() && s.charAt(j) == s.charAt(i)) j++;
            out.append(s.charAt(i));
            if (j - i > 1) out.append(j - i);
            i = j;
        }
        return out.toString();
    }

    static String roman(int n) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] marks = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        String out = "";
        for (int k = 0; k < values.length; k++) {
            for (; n >= values[k]; n -= values[k]) out += marks[k];
        }
        return out;
    }

    static String inBase(long n, int base) {
        if (n == 0) return "0";
        StringBuilder digits = new StringBuilder();
        for (long m = n; m != 0; m /= base) {
            int d = (int) Math.abs(m % base);
            digits.append((char) (d < 10 ? '0' + d : 'a' + d - 10));
        }
        return (n < 0 ? "-" : "") + digits.reverse();
    }

    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 ? j : j == 0 ? i : Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1,
                        d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
            }
        }
        return d[a.length()][b.length()];
    }

    public static void main(String[] args) {
        System.out.println(palindrome("A man, a plan, a canal: Panama") + " " + palindrome("not one") + " " + palindrome(""));
        System.out.println(runs("aaabccdddd") + " [" + runs("") + "] " + runs("xyz"));
        System.out.println(roman(1994) + " " + roman(3888) + " " + roman(4));
        for (long n : new long[] {0, 255, -255, Long.MAX_VALUE, Long.MIN_VALUE}) {
            System.out.println(inBase(n, 2) + " " + inBase(n, 16) + " " + inBase(n, 36) + " " + inBase(n, 36).equals(Long.toString(n, 36)));
        }
        System.out.println(distance("kitten", "sitting") + " " + distance("", "abc"));
        StringBuilder sb = new StringBuilder("middle");
        sb.insert(0, "start-").append("-end").setCharAt(6, 'M');
        sb.deleteCharAt(sb.length() - 1).replace(0, 5, "S").insert(1, 3.5).insert(0, 'c').delete(2, 4);
        System.out.println(sb + " " + sb.indexOf("-") + " " + sb.lastIndexOf("-") + " " + sb.charAt(3));
        sb.setLength(3);
        System.out.println(sb.reverse() + "|" + sb.length());
        sb.setLength(5);
        System.out.println((int) sb.charAt(4));
        try {
            sb.deleteCharAt(9);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println("no character 9, still " + sb.length());
        }
        String text = "the cat the dog";
        int at = -1, hits = 0;
        while ((at = text.indexOf("the", at + 1)) >= 0) hits++;
        System.out.println(hits + " " + text.replace("the", "a") + " " + String.join("/", text.split(" ")));
    }
}
