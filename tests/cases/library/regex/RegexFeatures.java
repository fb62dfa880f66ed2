//@ run-native
// Exercises pattern features: greedy, lazy and possessive quantifiers, lookaround, backreferences, classes, atomic groups.
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class RegexFeatures {
    public static void main(String[] args) {
        all("<.+>", "<a><b><c>");
        all("<.+?>", "<a><b><c>");
        all("<.++>", "<a><b><c>");
        all("a{2}", "aaaaa");
        all("a{2,3}", "aaaaaaa");
        all("a{2,}?", "aaaaaaa");
        all("colou?r", "color colour colouur");
        all("(\\w)\\1", "bookkeeper balloon");
        all("(?<q>['\"]).*?\\k<q>", "say 'it\"s' and \"don't\"");
        all("\\d+(?= dollars)", "5 dollars 6 euros 70 dollars");
        all("\\b\\w+\\b(?! dollars)", "5 dollars 6 euros");
        all("(?<=\\$)\\d+", "$15 and 20 and $3");
        all("(?<!\\$)\\b\\d+", "$15 and 20 and $3");
        all("[a-c&&[^b]]+", "aabbccab");
        all("[a-z&&[def]]", "abcdefg");
        all("[^\\s,]+", "a, b ,c");
        all("(?>a+)b", "aaab aab");
        all("(?>a+)ab", "aaab");
        all("(?:ab|a)(?:c|bcd)(d*)", "abcd");
        all("\\p{Lu}\\p{Ll}+", "Hello World foo");
        all("\\p{Punct}|\\p{Digit}", "a1,b2!");
        all("[\\w&&\\D]+", "abc123def_");
        all("\\x41\\u0042\\103?\\t?", "AB AB\t");
        all("\\Qa.b*\\E", "a.b* axb");
        all("(a|ab)(c|bcd)(d*)", "abcd");
        all("x*", "aaxxa");
        all("\\R", "a\r\nb\nc");
        all("(?i)abc(?-i)D", "ABCD abcd aBcD");
        all("((a+)+)b", "aaab");
        all("(?=(\\w{3}))", "abcde");
        all("^|$", "ab");
        all("[\\]\\[-]+", "a[-]b");
        all("\\G\\d", "123a45");
        all("(\\d+)\\s+\\1\\b", "12 12 3 33 4 4");
        System.out.println(Pattern.matches("(a*)*", "aaaa") + " " + Pattern.matches("(a|b)*abb", "abababb") + " "
            + "abc".matches("ab"));
        System.out.println(Pattern.compile("(x+x+)+y").matcher("xxxxxxxxxxxxy").matches());
    }

    private static void all(String regex, String text) {
        Matcher matcher = Pattern.compile(regex).matcher(text);
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            StringBuilder item = new StringBuilder(matcher.start() + ":" + matcher.group());
            for (int g = 1; g <= matcher.groupCount(); g++) {
                item.append('/').append(matcher.group(g));
            }
            found.add(item.toString().replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t"));
        }
        System.out.println(regex + " " + found);
    }
}
