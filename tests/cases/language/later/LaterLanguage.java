//@ run-native
//@ jdk: 25+
// What the language and the library have since version 21: record patterns, guarded switches, unnamed variables, sequenced collections, gatherers.
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

public class LaterLanguage {
    sealed interface Shape permits Circle, Box, Group {}

    record Circle(double radius) implements Shape {}

    record Box(int width, long height) implements Shape {}

    record Group(Shape first, Shape second) implements Shape {}

    enum Level { LOW, HIGH }

    static String describe(Shape shape) {
        return switch (shape) {
            case Circle(double r) when r > 10 -> "large circle";
            case Circle(var r) -> "circle " + r;
            case Box(int w, long h) when w == h -> "square " + w;
            case Box(int w, var _) when w < 0 -> "impossible";
            case Box(var w, var h) -> w + " by " + h;
            case Group(Circle(var r), Circle _) -> "circles, the first " + r;
            case Group(Group(var a, _), var b) -> "nested " + describe(a) + " and " + describe(b);
            case Group _ -> "group";
        };
    }

    static String kind(Object value) {
        return switch (value) {
            case null -> "null";
            case Integer i when i > 100 -> "large " + i;
            case Integer i -> "int " + i;
            case String s -> "text " + s.length();
            case Level.LOW -> "low";
            case Level l -> "level " + l;
            case int[] a -> "array " + a.length;
            default -> value.getClass().getSimpleName();
        };
    }

    public static void main(String[] args) {
        for (Shape shape : new Shape[] {
            new Circle(11), new Circle(2), new Box(3, 3), new Box(-1, 4), new Box(2, 5), new Group(new Circle(1), new Circle(2)),
            new Group(new Group(new Box(1, 1), new Circle(0)), new Box(1, 2)), new Group(new Box(1, 1), new Circle(1)),
        }) {
            System.out.println(describe(shape));
        }
        for (Object value : new Object[] {null, 5, 500, "abc", Level.LOW, Level.HIGH, new int[3], 2.5}) {
            System.out.println(kind(value));
        }
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        list.addFirst(0);
        System.out.println(list.reversed() + " " + list.getLast() + " " + list.removeFirst());
        LinkedHashMap<String, Integer> map = new LinkedHashMap<>();
        map.putLast("b", 2);
        map.putFirst("a", 1);
        System.out.println(map + " " + map.lastEntry() + " " + map.sequencedKeySet().reversed());
        System.out.println(Stream.of(1, 2, 3, 4, 5).gather(Gatherers.windowSliding(2)).toList());
        System.out.println(Stream.of(1, 2, 3).gather(Gatherers.scan(() -> 0, Integer::sum)).toList());
        System.out.println(new StringBuilder().repeat("ab", 3) + " " + "a,b".splitWithDelimiters(",", 0).length + " " + Math.clamp(12L, 1, 9));
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            System.out.println("no number");
        }
    }
}
