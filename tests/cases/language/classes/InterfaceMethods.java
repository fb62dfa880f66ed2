//@ run-native
// Exercises default, static and private interface methods, diamonds, Interface.super calls and class-wins resolution.
public class InterfaceMethods {
    interface Named {
        String name();

        default String greet() { return "hello " + decorated(1); }

        private String decorated(int n) { return wrap("<", n) + name() + wrap(">", n); }

        private static String wrap(String s, int n) { return s.repeat(n); }

        static Named of(String n) { return () -> n; }
    }

    interface Polite extends Named {
        @Override
        default String greet() { return "dear " + Named.super.greet(); }
    }

    interface Loud extends Named {
        @Override
        default String greet() { return Named.super.greet().toUpperCase(); }
    }

    interface Quiet extends Named { }

    static class Both implements Polite, Loud {
        public String name() { return "both"; }

        @Override
        public String greet() { return Polite.super.greet() + " / " + Loud.super.greet(); }
    }

    static class MostSpecific implements Quiet, Polite {
        public String name() { return "specific"; }
    }

    static class Base {
        public String greet() { return "class wins"; }
    }

    static class Winner extends Base implements Loud {
        public String name() { return "winner"; }
    }

    abstract static class Undecided implements Polite {
        @Override
        public abstract String greet();
    }

    static class Decided extends Undecided {
        public String name() { return "decided"; }

        public String greet() { return "re-abstracted then given"; }
    }

    interface Left { default int weigh() { return 1; } }

    interface Right { default int weigh() { return 2; } }

    record Scale(int extra) implements Left, Right {
        public int weigh() { return Left.super.weigh() * 10 + Right.super.weigh() + extra; }
    }

    enum Mode implements Named { FAST, SLOW }

    interface Chained {
        int LIMIT = 3;
        int[] SEEN = new int[LIMIT];

        default int visit(int n) {
            if (n < LIMIT) {
                SEEN[n] = n * n;
                return visit(n + 1) + 1;
            }
            return 0;
        }
    }

    static class Visitor implements Chained {
        @Override
        public int visit(int n) { return 100 + Chained.super.visit(n); }
    }

    public static void main(String[] args) {
        System.out.println(Named.of("lambda").greet());
        System.out.println(new Both().greet());
        System.out.println(new MostSpecific().greet());
        System.out.println(new Winner().greet());
        System.out.println(new Decided().greet());
        System.out.println(new Scale(1000).weigh());
        for (Mode m : Mode.values()) {
            System.out.println(m.greet());
        }
        Loud loud = () -> "loud lambda";
        System.out.println(loud.greet());
        System.out.println(new Chained() { }.visit(0) + " " + new Visitor().visit(1));
        System.out.println(Visitor.LIMIT + " " + Chained.SEEN[2] + " " + Visitor.SEEN.length);
        Named n = new Winner();
        System.out.println(n.greet() + " " + ((Loud) n).name());
    }
}
