// StringBuilder appends and inserts, concatenation, and String queries: measures library code over byte arrays.
public class StringBuilding {
    private static final int DEFAULT_ROUNDS = 6_000;
    private static final int WORDS = 40;

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_ROUNDS;
        long checksum = 0;
        for (int round = 0; round < rounds; round++) {
            String text = build(round);
            checksum = checksum * 31 + digest(text);
        }
        System.out.println("strings " + rounds + " " + checksum);
    }

    private static String build(int seed) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            sb.append("word").append(seed + i).append(i % 3 == 0 ? ',' : ' ');
            if (i % 8 == 7) {
                sb.insert(i, "<" + i + ":" + seed + ">");
            }
        }
        sb.setCharAt(0, 'W');
        sb.deleteCharAt(sb.length() - 1);
        return seed % 4 == 0 ? sb.reverse().toString() : sb.toString();
    }

    private static long digest(String text) {
        long sum = text.hashCode();
        for (int at = text.indexOf("rd"); at >= 0; at = text.indexOf("rd", at + 1)) {
            sum += at;
        }
        int half = text.length() / 2;
        String swapped = text.substring(half) + text.substring(0, half);
        sum = sum * 31 + swapped.replace(',', ';').hashCode();
        for (int i = 0; i < swapped.length(); i += 3) {
            sum += swapped.charAt(i);
        }
        return sum + text.compareTo(swapped) + (text.contains("7 w") ? 1 : 0);
    }
}
