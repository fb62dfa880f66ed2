//@ run-native
// Exercises getStackTrace contents across constructors, static initializers, nested classes and recursion.
public class StackTraceElements {
    static Throwable fromInit;

    static class Lazy {
        static final int X;

        static {
            fromInit = new Throwable("clinit");
            X = 3;
        }
    }

    static class Base {
        Throwable seen;

        Base() { hook(); }

        void hook() { seen = new Throwable("base"); }
    }

    static class Derived extends Base {
        @Override
        void hook() {
            super.hook();
        }
    }

    class Inner {
        Throwable make() {
            return new Throwable("inner");
        }
    }

    static Throwable recurse(int n) {
        if (n == 0) {
            return new Throwable("deep");
        }
        return recurse(n - 1);
    }

    static void show(Throwable t) {
        System.out.println(t.getMessage());
        for (StackTraceElement e : t.getStackTrace()) {
            System.out.println("  " + e.getClassName() + "." + e.getMethodName() + " line " + e.getLineNumber());
        }
    }

    static Throwable multiline(String a,
                               Throwable t,
                               String b) {
        return t;
    }

    public static void main(String[] args) {
        System.out.println(Lazy.X);
        show(fromInit);
        show(new Derived().seen);
        show(new StackTraceElements().new Inner().make());
        show(recurse(3));
        show(multiline("a",
                new Throwable("third line"),
                "b"));
        Object anonymous = new Object() {
            @Override
            public String toString() {
                show(new Throwable("anonymous"));
                return "done";
            }
        };
        String done = anonymous.toString();
        System.out.println(done);
        Throwable kept = new Throwable("made here");
        try {
            if (args.length == 0) {
                throw kept;
            }
        } catch (Throwable t) {
            show(t);
            t.fillInStackTrace();
            show(t);
        }
    }
}
