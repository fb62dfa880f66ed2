//@ run-native
// Exercises which accesses trigger class initialization and which, like constants and array creation, do not.
public class InitTriggers {
    static void loud(String name) { System.out.println("  [init " + name + "]"); }

    static class Constant {
        static { loud("Constant"); }
        static final int NUMBER = 5;
        static final String TEXT = "text";
        static final Integer BOXED = 6;
        static final int COMPUTED = "abc".length();
    }

    static class Instance {
        static { loud("Instance"); }
    }

    static class Base {
        static { loud("Base"); }
        static int field = 1;

        static int method() { return 2; }
    }

    static class Derived extends Base {
        static { loud("Derived"); }
    }

    static class OnlyArray {
        static { loud("OnlyArray"); }
    }

    static class Written {
        static { loud("Written"); }
        static int slot;
    }

    static class Referenced {
        static { loud("Referenced"); }

        static String tell() { return "told"; }
    }

    static class ByName {
        static { loud("ByName"); }
    }

    enum Colour {
        RED, BLUE;

        static { loud("Colour"); }
    }

    static void use(Object o) { System.out.println(o == null ? "null" : "object"); }

    public static void main(String[] args) throws Exception {
        System.out.println("constant " + Constant.NUMBER + Constant.TEXT);
        System.out.println("array " + new OnlyArray[2].length + new OnlyArray[0][0].length);
        System.out.println("class literal " + Constant.class.getSimpleName());
        OnlyArray nothing = null;
        use(nothing);
        System.out.println("instanceof " + ((Object) "s" instanceof OnlyArray));
        use((OnlyArray) null);
        System.out.println("static through subclass");
        System.out.println(Derived.field + Derived.method());
        System.out.println("new subclass");
        use(new Derived());
        System.out.println("boxed constant");
        System.out.println(Constant.BOXED);
        System.out.println(Constant.COMPUTED);
        System.out.println("write");
        Written.slot = 3;
        System.out.println("new");
        use(new Instance());
        use(new Instance());
        System.out.println("method reference");
        java.util.function.Supplier<String> s = Referenced::tell;
        System.out.println("made");
        System.out.println(s.get());
        System.out.println("forName without init");
        Class<?> c = Class.forName("InitTriggers$ByName", false, InitTriggers.class.getClassLoader());
        System.out.println("forName with init");
        Class.forName(c.getName());
        System.out.println("enum");
        System.out.println(Colour.valueOf("BLUE"));
    }
}
