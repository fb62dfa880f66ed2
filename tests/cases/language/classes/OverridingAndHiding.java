//@ run-native
// Exercises virtual dispatch, field hiding, static method hiding, private non-overriding and super chains.
public class OverridingAndHiding {
    static class A {
        String name = "A.name";
        static String tag = "A.tag";

        String who() { return "A.who " + name; }

        static String kind() { return "A.kind"; }

        private String secret() { return "A.secret"; }

        String reveal() { return secret() + " " + who() + " " + kind(); }

        final String sealed() { return "sealed " + who(); }

        protected Object copy() { return "A.copy"; }

        String pick(Object o) { return "A.pick(Object)"; }

        String pick(String s) { return "A.pick(String)"; }
    }

    static class B extends A {
        String name = "B.name";
        static String tag = "B.tag";

        @Override
        String who() { return "B.who " + name + " " + super.name; }

        static String kind() { return "B.kind"; }

        private String secret() { return "B.secret"; }

        String both() { return secret() + " " + super.who() + " " + ((A) this).name; }

        @Override
        public String copy() { return "B.copy"; }

        String pick(Integer i) { return "B.pick(Integer)"; }

        @Override
        String pick(Object o) { return "B.pick(Object)"; }
    }

    static class C extends B {
        int name = 42;

        @Override
        String who() { return "C.who " + name + " " + super.who(); }
    }

    abstract static class Template {
        final String run() { return before() + "-" + step() + "-" + after(); }

        String before() { return "b"; }

        abstract String step();

        String after() { return before().toUpperCase(); }
    }

    static class Concrete extends Template {
        @Override
        String step() { return "s"; }

        @Override
        String before() { return super.before() + "2"; }
    }

    @SuppressWarnings("static-access")
    public static void main(String[] args) {
        A a = new A();
        A b = new B();
        A c = new C();
        for (A each : new A[] {a, b, c}) {
            System.out.println(each.who());
            System.out.println(each.reveal());
            System.out.println(each.sealed() + " | " + each.name + " | " + each.copy());
        }
        System.out.println(((B) c).name + " " + ((C) c).name + " " + ((A) c).name);
        System.out.println(b.tag + " " + ((B) b).tag + " " + C.tag + " " + b.kind() + " " + C.kind());
        System.out.println(((B) b).both());
        System.out.println(((C) c).both());
        Object o = "text";
        System.out.println(b.pick(o) + " " + b.pick("s") + " " + ((B) b).pick(3) + " " + ((A) b).pick(3) + " " + b.pick((Object) 3));
        System.out.println(new Concrete().run());
        A none = null;
        System.out.println(none.kind() + " " + none.tag);
        String copied = new B().copy();
        System.out.println(copied);
        System.out.println(c.getClass().getSuperclass().getSimpleName() + " " + (c instanceof B) + " " + (b instanceof C));
    }
}
