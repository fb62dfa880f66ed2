//@ check: exception
// What a hook throws is uncaught like elsewhere, also when the program ends by System.exit.
public class HookFails {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            throw new IllegalStateException("in the hook");
        }));
        System.exit(0);
    }
}
