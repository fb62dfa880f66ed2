//@ run-native
// Exercises failing static initializers: ExceptionInInitializerError first, NoClassDefFoundError afterwards, errors unwrapped.
public class InitializerFailure {
    static class Broken {
        static int before = 1;
        static int value = Integer.parseInt("x1");

        static void touch() { System.out.println("never"); }
    }

    static class BrokenChild extends Broken {
        static {
            System.out.println("never initialized");
        }

        static int own = 3;
    }

    static class RaisesError {
        static int v = fail();

        static int fail() { throw new AssertionError("straight through"); }
    }

    static class Checked {
        static final Object O;

        static {
            Object o = null;
            try {
                o = make();
            } catch (Exception e) {
                throw new RuntimeException("wrapped", e);
            }
            O = o;
        }

        static Object make() throws Exception { throw new Exception("checked"); }
    }

    enum Planet {
        MARS("4"), EARTH("three");

        final int order;

        Planet(String text) { order = Integer.parseInt(text); }
    }

    interface Access { void run(); }

    static void attempt(String what, Access a) {
        try {
            a.run();
            System.out.println(what + ": fine");
        } catch (Throwable t) {
            System.out.println(what + ": " + t.getClass().getName() + ": " + t.getMessage());
            for (Throwable c = t.getCause(); c != null && !(t instanceof NoClassDefFoundError); c = c.getCause()) {
                System.out.println("   caused by " + c);
            }
        }
    }

    public static void main(String[] args) {
        attempt("first read", () -> System.out.println(Broken.value));
        attempt("second read", () -> System.out.println(Broken.value));
        attempt("other field", () -> System.out.println(Broken.before));
        attempt("static call", Broken::touch);
        attempt("new", () -> new Broken());
        attempt("subclass", () -> System.out.println(BrokenChild.own));
        attempt("subclass again", () -> new BrokenChild());
        attempt("array of broken", () -> System.out.println(new Broken[1].length));
        attempt("error", () -> System.out.println(RaisesError.v));
        attempt("error again", () -> System.out.println(RaisesError.v));
        attempt("checked", () -> System.out.println(Checked.O));
        attempt("enum", () -> System.out.println(Planet.MARS));
        attempt("enum again", () -> System.out.println(Planet.values().length));
    }
}
