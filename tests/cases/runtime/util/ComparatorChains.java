//@ run-native
// Exercises comparators: chains, nulls first and last, reversal, primitive keys, natural orders, and sorting by several at once.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

public class ComparatorChains {
    record Track(String artist, String title, int year, Double rating) {
        @Override
        public String toString() {
            return title;
        }
    }

    private static final List<Track> TRACKS = List.of(new Track("Cole", "b", 1960, 4.5), new Track("Ada", "c", 1957, null),
        new Track("Cole", "a", 1957, 4.5), new Track(null, "e", 1999, 3.0), new Track("ada", "d", 1960, 5.0),
        new Track("Bo", "f", 1957, null));

    private static void show(String label, Comparator<Track> order) {
        List<Track> sorted = new ArrayList<>(TRACKS);
        sorted.sort(order);
        System.out.println(label + " " + sorted);
    }

    /** Orders text with numbers in it as people do: file2 before file10. */
    private static int natural(String a, String b) {
        String[] left = a.split("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)");
        String[] right = b.split("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)");
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            boolean numbers = Character.isDigit(left[i].charAt(0)) && Character.isDigit(right[i].charAt(0));
            int result = numbers ? Integer.compare(Integer.parseInt(left[i]), Integer.parseInt(right[i]))
                : left[i].compareTo(right[i]);
            if (result != 0) {
                return result;
            }
        }
        return Integer.compare(left.length, right.length);
    }

    public static void main(String[] args) {
        Comparator<Track> byArtist = Comparator.comparing(Track::artist, Comparator.nullsFirst(Comparator.naturalOrder()));
        show("artist", byArtist);
        show("artist, then title", byArtist.thenComparing(Track::title));
        show("artist ignoring case, nulls last", Comparator.comparing(Track::artist,
            Comparator.nullsLast(String.CASE_INSENSITIVE_ORDER)).thenComparing(Track::title));
        show("year down, title up", Comparator.comparingInt(Track::year).reversed().thenComparing(Track::title));
        show("all reversed", Comparator.comparingInt(Track::year).thenComparing(Track::title).reversed());
        show("rating", Comparator.comparing(Track::rating, Comparator.nullsLast(Comparator.reverseOrder())));
        show("by length of artist", Comparator.comparingInt(t -> t.artist() == null ? 0 : t.artist().length()));
        show("stable", (x, y) -> 0);
        show("several", Comparator.comparing((Track t) -> t.rating() == null).thenComparingDouble(t -> t.rating() == null
            ? t.year() : -t.rating()).thenComparingLong(Track::year).thenComparing(Track::title, Comparator.reverseOrder()));

        List<String> files = Arrays.asList("file10", "file2", "file1b", "file1a10", "file1a9", "File3", "file");
        files.sort(ComparatorChains::natural);
        System.out.println(files + " " + Collections.max(files, Comparator.comparingInt(String::length)) + " "
            + Collections.min(files, Comparator.comparingInt(String::length).thenComparing(Comparator.reverseOrder())));
        Integer[] numbers = {5, -3, 9, 0, -8};
        Arrays.sort(numbers, Comparator.comparing(Math::abs));
        System.out.println(Arrays.toString(numbers) + " " + Collections.reverseOrder().compare(1, 2) + " "
            + Comparator.<Integer>naturalOrder().reversed().equals(Comparator.reverseOrder()) + " "
            + Comparator.nullsFirst((Comparator<String>) null).compare(null, "x"));
        TreeMap<String, Integer> odd = new TreeMap<>(Comparator.comparingInt(String::length));
        odd.putAll(Map.of("one", 1));
        odd.put("two", 2);
        odd.put("three", 3);
        System.out.println(odd + " equal keys by length");
        System.out.println("sorted map " + TRACKS.stream().filter(t -> t.artist() != null).collect(Collectors.toMap(
            Track::artist, Function.identity(), (x, y) -> x.year() < y.year() ? x : y,
            () -> new TreeMap<>(Comparator.<String>reverseOrder()))));
        try {
            show("nulls", Comparator.comparing(Track::artist));
        } catch (NullPointerException e) {
            System.out.println("plain comparing meets null");
        }
        try {
            new java.util.TreeSet<Object>(Arrays.asList("text", 5));
        } catch (ClassCastException e) {
            System.out.println("nothing to compare");
        }
    }
}
