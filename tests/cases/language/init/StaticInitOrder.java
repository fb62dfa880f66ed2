//@ run-native
// Exercises textual order of static fields and blocks, forward reads of defaults, and superclass-first initialization.
public class StaticInitOrder {
    static int mark(String what, int v) {
        System.out.println("init " + what + " = " + v);
        return v;
    }

    static class Early {
        static int a = mark("a", peekB());
        static int b = mark("b", 5);
        static final int CONSTANT = 9;
        static final Integer BOXED = mark("boxed", 11);
        static int c = mark("c", a + b + CONSTANT + BOXED);

        static {
            b = mark("block b", b * 10);
            late = 4;
        }

        static int late = mark("late", 1);
        static int untouched;

        static int peekB() {
            System.out.println("peek " + b + " " + CONSTANT + " " + BOXED);
            return b;
        }
    }

    static class Parent {
        static int p = mark("Parent.p", 1);

        static void hello() { System.out.println("hello from Parent"); }
    }

    static class Child extends Parent {
        static int c = mark("Child.c", p + 1);
    }

    static class Grandchild extends Child {
        static int g = mark("Grandchild.g", c + p);
    }

    static class Singleton {
        static final Singleton ONE = new Singleton();
        static int count = 10;
        static int base;
        final int seen;

        Singleton() {
            seen = count;
            count++;
            base++;
        }
    }

    static class Ping {
        static int x = mark("Ping.x", Pong.y + 1);
    }

    static class Pong {
        static int y = mark("Pong.y", Ping.x + 10);
    }

    static {
        System.out.println("main class initialized");
    }

    public static void main(String[] args) {
        System.out.println("main");
        System.out.println(Early.CONSTANT);
        System.out.println(Early.c + " " + Early.b + " " + Early.late + " " + Early.untouched);
        Child.hello();
        System.out.println("inherited static " + Child.p);
        System.out.println(Grandchild.g);
        System.out.println(Singleton.ONE.seen + " " + Singleton.count + " " + Singleton.base);
        System.out.println(Ping.x + " " + Pong.y);
        System.out.println(Pong.y + Ping.x);
    }
}
