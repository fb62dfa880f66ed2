//@ run-native
// Exercises interface initialization: only with default methods, in declaration order, and only when a field is read.
public class InterfaceInit {
    static int say(String name) {
        System.out.println("  init " + name);
        return name.length();
    }

    interface Plain {
        int P = say("Plain");

        void work();
    }

    interface WithDefault {
        int D = say("WithDefault");

        default void help() { System.out.println("help " + D); }
    }

    interface SecondDefault extends Plain {
        int S = say("SecondDefault");

        default void other() { }
    }

    interface WithStatic {
        int T = say("WithStatic");

        static int triple(int v) { return v * 3; }
    }

    interface Child extends WithDefault {
        int C = say("Child");
        int INHERITED = 12;
    }

    static class Root implements SecondDefault {
        static int r = say("Root");

        public void work() { System.out.println("work " + P); }
    }

    static class Worker extends Root implements WithDefault, Plain {
        static int w = say("Worker");
    }

    static class Lonely implements Plain {
        static int l = say("Lonely");

        public void work() { System.out.println("lonely work"); }
    }

    public static void main(String[] args) {
        System.out.println("new Lonely");
        new Lonely().work();
        System.out.println("new Worker");
        Worker w = new Worker();
        System.out.println("calls");
        w.help();
        w.work();
        System.out.println("interface static");
        System.out.println(WithStatic.triple(4));
        System.out.println("constant of Child " + Child.INHERITED);
        System.out.println("inherited through Child " + Child.D);
        System.out.println("own of Child " + Child.C);
        System.out.println("lambda");
        Plain lambda = () -> System.out.println("lambda work");
        lambda.work();
        System.out.println("anonymous");
        new WithDefault() { }.help();
    }
}
