//@ run-native
// Exercises local and anonymous classes with captured variables, constructor arguments, statics and instance blocks.
import java.util.ArrayList;
import java.util.List;

public class LocalAndAnonymous {
    interface Counter { int next(); }

    abstract static class Greeter {
        final String greeting;

        Greeter(String greeting, int times) { this.greeting = greeting.repeat(times); }

        abstract String to(String who);
    }

    int base = 1000;

    Counter from(final int start, long step) {
        class Local implements Counter {
            int at = start;

            @Override
            public int next() {
                at += step;
                return at + base;
            }
        }
        return new Local();
    }

    static Counter staticCounter(char letter) {
        return new Counter() {
            private int n;
            private final int offset;

            {
                offset = letter * 2;
            }

            @Override
            public int next() { return offset + n++; }
        };
    }

    Greeter nested(String prefix) {
        int depth = prefix.length();
        return new Greeter("hi", 2) {
            @Override
            String to(String who) {
                Greeter inner = new Greeter(greeting + depth, 1) {
                    @Override
                    String to(String w) { return prefix + greeting + w + base + depth; }
                };
                return inner.to(who) + "!";
            }
        };
    }

    static int recursive(int n) {
        class Factorial {
            int of(int k) { return k <= 1 ? 1 : k * new Factorial().of(k - 1) + n - n; }
        }
        return new Factorial().of(n);
    }

    public static void main(String[] args) {
        LocalAndAnonymous o = new LocalAndAnonymous();
        Counter a = o.from(5, 10);
        Counter b = o.from(0, -1);
        System.out.println(a.next() + " " + a.next() + " " + b.next());
        o.base = 0;
        System.out.println(a.next() + " " + b.next());
        Counter s = staticCounter('a');
        System.out.println(s.next() + " " + s.next());
        System.out.println(o.nested("pre-").to("bob"));
        System.out.println(recursive(6));
        List<Counter> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i * i;
            boolean odd = i % 2 == 1;
            double d = i / 2.0;
            all.add(new Counter() {
                public int next() { return odd ? -copy : (int) (copy + d * 10); }
            });
        }
        for (Counter c : all) {
            System.out.print(c.next() + " ");
        }
        System.out.println();
        System.out.println(a.getClass().getName() + " " + s.getClass().getName() + " [" + s.getClass().getSimpleName()
                + "] " + a.getClass().getSimpleName() + " " + s.getClass().isAnonymousClass()
                + " " + a.getClass().isLocalClass());
        Object point = new Object() {
            int x = 3;

            @Override
            public String toString() { return "x is " + x; }
        };
        System.out.println(point);
        var typed = new Object() { int hits = 0; };
        Runnable hit = () -> typed.hits += 2;
        hit.run();
        hit.run();
        System.out.println(typed.hits);
    }
}
