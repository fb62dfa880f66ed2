//@ run-native
// Records, sealed types, pattern matching, switch expressions, text blocks, lambdas and streams:
// a gallery of shapes, drawn in characters and summed up in a table.

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Gallery {
    sealed interface Shape permits Circle, Box, Ring {}

    record Circle(int radius) implements Shape {
        Circle {
            if (radius <= 0) {
                throw new IllegalArgumentException("radius " + radius);
            }
        }
    }

    record Box(int width, int height) implements Shape {}

    record Ring(Circle outer, Circle inner) implements Shape {}

    enum Size { SMALL, MEDIUM, LARGE }

    static double area(Shape shape) {
        if (shape instanceof Circle c) {
            return Math.PI * c.radius() * c.radius();
        } else if (shape instanceof Box b) {
            return b.width() * b.height();
        } else if (shape instanceof Ring r && r.outer().radius() > r.inner().radius()) {
            return area(r.outer()) - area(r.inner());
        }
        return 0;
    }

    static Size size(Shape shape) {
        return switch ((int) area(shape) / 20) {
            case 0 -> Size.SMALL;
            case 1, 2 -> Size.MEDIUM;
            default -> Size.LARGE;
        };
    }

    static boolean covers(Shape shape, int x, int y) {
        if (shape instanceof Circle c) {
            return x * x + y * y <= c.radius() * c.radius();
        } else if (shape instanceof Box b) {
            return Math.abs(2 * x) <= b.width() && Math.abs(2 * y) <= b.height();
        }
        var ring = (Ring) shape;
        return covers(ring.outer(), x, y) && !covers(ring.inner(), x, y);
    }

    static String draw(Shape shape) {
        return IntStream.rangeClosed(-4, 4)
                .mapToObj(y -> IntStream.rangeClosed(-6, 6)
                        .mapToObj(x -> covers(shape, x, y) ? "##" : "  ")
                        .collect(Collectors.joining())
                        .stripTrailing())
                .filter(line -> !line.isBlank())
                .collect(Collectors.joining("\n"));
    }

    public static void main(String[] args) {
        var shapes = List.of(
                new Circle(3), new Box(10, 4), new Ring(new Circle(4), new Circle(2)), new Box(2, 2), new Circle(1));

        System.out.print("""
                The gallery
                -----------
                """);
        System.out.println(draw(shapes.get(2)));

        shapes.stream()
                .sorted(Comparator.comparingDouble(Gallery::area).reversed())
                .map(shape -> String.format("%8.3f  %-6s  %s", area(shape), size(shape), shape))
                .forEach(System.out::println);

        Map<Size, List<String>> bySize = shapes.stream()
                .collect(Collectors.groupingBy(Gallery::size, TreeMap::new,
                        Collectors.mapping(shape -> shape.getClass().getSimpleName(), Collectors.toList())));
        System.out.println(bySize);

        Map<Boolean, Long> round = shapes.stream()
                .map((Function<Shape, Boolean>) shape -> !(shape instanceof Box))
                .collect(Collectors.partitioningBy(r -> r, Collectors.counting()));
        System.out.println("round: " + round.get(true) + ", square: " + round.get(false));

        try {
            new Circle(-1);
        } catch (IllegalArgumentException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
