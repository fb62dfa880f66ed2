//@ run-native
// Exercises replacement: group references, named references, lambdas, appendReplacement, quoteReplacement, and bad references.
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class RegexReplace {
    public static void main(String[] args) {
        System.out.println("John Smith".replaceAll("(\\w+) (\\w+)", "$2, $1"));
        System.out.println("2024-03-15".replaceAll("(?<y>\\d+)-(?<m>\\d+)-(?<d>\\d+)", "${d}/${m}/${y}"));
        System.out.println("aaa".replaceFirst("a", "b") + " " + "aaa".replaceAll("a*", "x") + " "
            + "abc".replaceAll("", "-"));
        System.out.println("price 5".replaceAll("\\d", "\\$$0") + " " + "a.b.c".replace(".", "\\"));
        System.out.println("x1y22z".replaceAll("\\d+", Matcher.quoteReplacement("$1\\")));
        System.out.println("group12".replaceAll("(g)(r)", "$12|$2"));

        Pattern word = Pattern.compile("[a-z]+");
        System.out.println(word.matcher("the quick brown")
            .replaceAll(m -> m.group().substring(0, 1).toUpperCase(Locale.ROOT) + m.group().substring(1)));
        System.out.println(word.matcher("the quick brown").replaceFirst(m -> "<" + m.start() + "-" + m.end() + ">"));
        System.out.println(Pattern.compile("\\d+").matcher("1 + 20 = 21")
            .replaceAll(m -> Integer.toHexString(Integer.parseInt(m.group()) * 10)));

        Matcher template = Pattern.compile("\\{(\\w+)}").matcher("Dear {name}, you owe {amount} to {name}.");
        StringBuilder out = new StringBuilder();
        int count = 0;
        while (template.find()) {
            template.appendReplacement(out, template.group(1).length() + "#" + ++count);
        }
        template.appendTail(out);
        System.out.println(out);
        StringBuffer buffer = new StringBuffer();
        template.reset();
        template.find();
        template.appendReplacement(buffer, "[$0]").appendTail(buffer);
        System.out.println(buffer);

        String[] bad = {"$9", "${none}", "\\", "$", "${", "$x"};
        for (String replacement : bad) {
            try {
                System.out.println("abc".replaceAll("(b)", replacement));
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        System.out.println("CamelCaseString".replaceAll("(?<!^)([A-Z])", "_$1").toLowerCase(Locale.ROOT));
        System.out.println("1234567890".replaceAll("(?<=\\d)(?=(\\d{3})+$)", ","));
        System.out.println("  many   spaces here ".replaceAll("^\\s+|\\s+$", "").replaceAll("\\s{2,}", " "));
    }
}
