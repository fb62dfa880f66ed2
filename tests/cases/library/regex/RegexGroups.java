//@ run-native
// Exercises Matcher over groups: numbered, named, nested, optional, start/end offsets, find loops, and match states.
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class RegexGroups {
    public static void main(String[] args) {
        Matcher log = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d) \\[(\\w+)] (.*)")
            .matcher("2024-03-15 [WARN] disk at 91%");
        System.out.println(log.matches() + " groups=" + log.groupCount());
        for (int i = 0; i <= log.groupCount(); i++) {
            System.out.println(i + " [" + log.group(i) + "] " + log.start(i) + ".." + log.end(i));
        }
        Matcher named = Pattern.compile("(?<key>[a-z]+)=(?<value>\"[^\"]*\"|\\S+)")
            .matcher("a=1 bb=\"two words\" c=x=y =bad");
        while (named.find()) {
            System.out.println(named.group("key") + " -> " + named.group("value") + " @" + named.start("value"));
        }
        Matcher optional = Pattern.compile("(a)?(b)?(c)?").matcher("ac");
        System.out.println(optional.matches() + " " + optional.group(1) + optional.group(2) + optional.group(3)
            + " " + optional.start(2));

        Matcher nested = Pattern.compile("((x)(y))+").matcher("xyxyxy!");
        System.out.println(nested.lookingAt() + " " + nested.group(1) + " " + nested.start(1) + " " + nested.end());
        System.out.println(nested.find() + " " + nested.reset().find() + " " + nested.hitEnd());
        System.out.println(Pattern.compile("\\b\\w").matcher("each word's first").results()
            .map(MatchResult::group).collect(Collectors.joining("|")));
        Matcher region = Pattern.compile("^\\d+$").matcher("ab123cd");
        System.out.println(region.find() + " " + region.region(2, 5).find() + " " + region.group()
            + " " + region.regionStart());
        System.out.println(region.useAnchoringBounds(false).region(2, 5).find());

        Matcher empty = Pattern.compile("x*").matcher("axxb");
        while (empty.find()) {
            System.out.print("<" + empty.start() + "," + empty.end() + ">");
        }
        System.out.println();
        errors(named);
    }

    private static void errors(Matcher named) {
        named.reset();
        try {
            named.group();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        named.find();
        try {
            named.group("nope");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            named.group(5);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(named.pattern() + " " + named.toMatchResult().group(1));
    }
}
