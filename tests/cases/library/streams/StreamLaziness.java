//@ run-native
// Exercises the order in which stream stages see elements: laziness, short-circuiting, and the barrier of sorted.
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class StreamLaziness {
    private static final List<String> TRACE = new ArrayList<>();

    public static void main(String[] args) {
        Stream<Integer> idle = Stream.of(1, 2, 3).peek(i -> log("never", i));
        flush("no terminal operation");
        Stream.of(1, 2, 3, 4).peek(i -> log("a", i)).filter(i -> i % 2 == 0).peek(i -> log("b", i)).map(i -> i * 10)
            .forEach(i -> log("end", i));
        flush("depth first");
        Stream.of(3, 1, 2).peek(i -> log("before", i)).sorted().peek(i -> log("after", i)).forEach(i -> log("end", i));
        flush("sorted is a barrier");
        Stream.of(5, 6, 7, 8).peek(i -> log("p", i)).anyMatch(i -> i > 5);
        flush("anyMatch");
        Stream.iterate(1, i -> i + 1).peek(i -> log("it", i)).filter(i -> i % 3 == 0).limit(2)
            .forEach(i -> log("end", i));
        flush("limit on infinite");
        Stream.of(3, 2, 1).peek(i -> log("s", i)).sorted().limit(1).forEach(i -> log("end", i));
        flush("sorted then limit");
        Stream.of(1, 1, 2, 2, 3).peek(i -> log("d", i)).distinct().skip(1).findFirst().ifPresent(i -> log("found", i));
        flush("distinct skip");
        Stream.of(1, 2).flatMap(i -> Stream.of(i, -i).peek(j -> log("inner", j))).peek(i -> log("outer", i))
            .findFirst();
        flush("flatMap");
        long counted = Stream.of(1, 2, 3).peek(i -> log("count", i)).count();
        flush("count may skip the pipeline " + counted);
        counted = Stream.of(1, 2, 3).filter(i -> i > 0).peek(i -> log("count", i)).count();
        flush("count after filter " + counted);

        List<String> source = new ArrayList<>(List.of("early"));
        Stream<String> late = source.stream();
        source.add("late");
        late.forEach(s -> TRACE.add(s));
        flush("late binding");
        Iterator<Integer> pulled = Stream.of(1, 2, 3).peek(i -> log("pull", i)).iterator();
        pulled.next();
        flush("one pulled");
        pulled.next();
        flush("two pulled");
        IntStream.rangeClosed(1, 6).peek(i -> log("w", i)).takeWhile(i -> i < 3).forEach(i -> log("end", i));
        flush("takeWhile");
        try {
            Stream.of(1, 2, 0, 4).map(i -> 12 / i).peek(i -> log("div", i)).forEach(i -> log("end", i));
        } catch (ArithmeticException e) {
            flush("failed with " + e.getMessage());
        }
        System.out.println(idle.count());
        flush("the idle stream at last");
    }

    private static void log(String stage, int value) {
        TRACE.add(stage + value);
    }

    private static void flush(String label) {
        System.out.println(label + ": " + String.join(" ", TRACE));
        TRACE.clear();
    }
}
