//@ run-native
// Exercises instance initialization order: super constructors, field initializers, blocks, this(...) and overridden calls.
public class InstanceInit {
    static int order;

    static int tick(String what) {
        System.out.println(++order + " " + what);
        return order;
    }

    static class Base {
        int a = tick("Base.a");
        final int constant = 7;

        {
            tick("Base block");
        }

        Base() {
            this(tick("Base() argument"));
            tick("Base()");
        }

        Base(int x) {
            tick("Base(int)");
            describe();
        }

        void describe() { tick("Base.describe"); }
    }

    static class Middle extends Base {
        int m = tick("Middle.m");

        {
            tick("Middle block one");
        }

        String name = "set";

        Middle() {
            super();
            tick("Middle()");
        }

        Middle(String s) {
            super(tick("Middle(String) argument"));
            tick("Middle(String)");
        }

        {
            tick("Middle block two " + name);
        }

        @Override
        void describe() {
            tick("Middle.describe name=" + name + " m=" + m + " a=" + (a != 0) + " constant=" + constant);
        }
    }

    static class Leaf extends Middle {
        final int fixed = 3;
        final Integer boxed = 4;
        int plain = 5;
        int kept;
        int reset = 0;

        Leaf(boolean text) {
            super("x");
            tick("Leaf fixed=" + fixed + " boxed=" + boxed + " plain=" + plain + " kept=" + kept + " reset=" + reset);
        }

        @Override
        void describe() {
            kept = 100;
            reset = 100;
            tick("Leaf.describe fixed=" + fixed + " boxed=" + boxed + " plain=" + plain);
        }
    }

    static class Thrower extends Base {
        {
            if (order > 0) {
                throw new IllegalStateException("block throws");
            }
        }

        Thrower() {
            tick("unreached");
        }
    }

    public static void main(String[] args) {
        new Base();
        System.out.println("--");
        new Middle();
        System.out.println("--");
        new Leaf(true);
        System.out.println("--");
        try {
            new Thrower();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        new Middle("y") {
            int anon = tick("anonymous field");

            {
                tick("anonymous block");
            }
        }.describe();
    }
}
