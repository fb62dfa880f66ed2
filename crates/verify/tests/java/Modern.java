import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** What only newer class files can hold. */
class Modern implements Polite {
    record Point(int x, long y, String name) {
        Point {
            if (x < 0) { throw new IllegalArgumentException("negative " + x); }
        }
    }

    sealed interface Shape permits Circle, Square { }
    record Circle(double radius) implements Shape { }
    record Square(Point corner, float side) implements Shape { }

    private int hidden;

    static class Nested { private int peek(Modern of) { return of.hidden++; } }

    @Override public String greet() { return Polite.super.greet() + super.toString(); }

    static String lambdas(List<Point> points, long offset) {
        Supplier<String> supplier = () -> "offset " + offset;
        Function<Point, Long> sum = point -> point.x() + point.y() + offset;
        points.sort(Comparator.comparing(Point::name).thenComparingLong(sum::apply));
        Runnable runner = Modern::new;
        runner.run();
        return supplier.get() + points.size() + 1.5 + 'c' + runner;
    }

    static double area(Shape shape, Object other) {
        if (shape instanceof Circle circle && circle.radius() > 0) { return circle.radius(); }
        if (!(other instanceof String text)) { return -1; }
        return switch (text.length()) {
            case 0 -> 1;
            case 1, 2 -> { int n = text.charAt(0); yield n * 2.0; }
            default -> shape instanceof Square square ? square.side() : 0;
        };
    }

    static String block() {
        return """
            text
            """.formatted(new Nested().peek(new Modern()), Polite.count(new Modern()));
    }
}

interface Polite {
    default String greet() { return secret() + 1; }
    private String secret() { return "secret"; }
    static int count(Polite... all) { return all.length; }
}
