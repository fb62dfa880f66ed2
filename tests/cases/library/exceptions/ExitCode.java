//@ run-native
//@ args: alpha beta 7
// Exercises System.exit with a code, program arguments, a shutdown hook, and output on both streams before the exit.
public class ExitCode {
    public static void main(String[] args) {
        System.out.println(args.length + " arguments");
        for (int i = 0; i < args.length; i++) {
            System.out.println(i + "=[" + args[i] + "]");
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook: stopping")));
        System.err.println("on stderr");
        System.err.printf("%s %d%n", "formatted", 5);
        System.out.print("partial ");
        System.out.print('c');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(3.5);
        System.out.print(true);
        System.out.print(new char[] {'x', 'y'});
        System.out.print((Object) null);
        System.out.println();
        System.out.append("appended").append('!').println();
        System.out.write('w');
        System.out.write('\n');
        System.out.flush();
        try {
            stop(args.length + 40);
        } finally {
            System.out.println("finally must not run");
        }
    }

    private static void stop(int code) {
        System.out.println("exit with " + code);
        System.exit(code);
        System.out.println("never reached");
    }
}
