//@ run-native
// Exercises private constructors, fields and methods used across a nest, builders and private interface-typed helpers.
import java.util.ArrayList;
import java.util.List;

public final class AccessAcrossNests {
    private final int size;
    private final List<String> parts;
    private static long built = 0;
    private byte small = 120;
    private static char mark = 'a';

    private AccessAcrossNests(Builder b) {
        size = b.size;
        parts = new ArrayList<>(b.parts);
        built++;
    }

    private static String join(List<String> l) { return String.join("+", l); }

    private long total(int by) { return (long) size * by; }

    static final class Builder {
        private int size;
        private final List<String> parts = new ArrayList<>();

        private Builder() { }

        private Builder size(int s) {
            size = s;
            return this;
        }

        private Builder part(String p) {
            parts.add(p);
            return this;
        }

        private AccessAcrossNests build() { return new AccessAcrossNests(this); }
    }

    static class Sibling {
        private static int pokes;

        private int poke(AccessAcrossNests t) {
            pokes++;
            t.small += 10;
            t.small++;
            --t.small;
            mark += 2;
            built <<= 3;
            return t.small;
        }

        class Deep {
            private String look(AccessAcrossNests t) { return join(t.parts) + t.total(pokes) + new Builder().size; }
        }
    }

    private interface Secret {
        private int hidden() { return 31; }

        default int shown() { return hidden() + 1; }
    }

    private enum Level {
        LOW(1), HIGH(10);

        private final int weight;

        Level(int w) { weight = w; }

        private int scaled(AccessAcrossNests t) { return weight * t.size; }
    }

    private record Pair(int left, String right) {
        private static Pair swap(Pair p) { return new Pair(p.right.length(), "" + p.left); }
    }

    public static void main(String[] args) {
        AccessAcrossNests t = new Builder().size(6).part("wheel").part("axle").build();
        Sibling s = new Sibling();
        System.out.println(s.poke(t) + " " + s.poke(t) + " " + mark + " " + built + " " + Sibling.pokes);
        System.out.println(s.new Deep().look(t));
        System.out.println(new Secret() { }.shown() + " " + ((Secret) new Secret() { }).hidden());
        for (Level l : Level.values()) {
            System.out.println(l.weight + " " + l.scaled(t));
        }
        System.out.println(Pair.swap(new Pair(5, "four")) + " " + new Pair(1, "z").left);
        Runnable touch = () -> t.small *= 2;
        touch.run();
        System.out.println(t.small);
    }
}
