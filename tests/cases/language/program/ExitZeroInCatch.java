//@ run-native
// Exercises System.exit(0) from a catch block of a static initializer, which ends the program cleanly.
public class ExitZeroInCatch {
    static class Boot {
        static final int VALUE = start();

        static int start() {
            try {
                System.out.println("booting");
                return Integer.parseInt("boot");
            } catch (NumberFormatException e) {
                System.out.println("exit in initializer: " + e.getMessage());
                System.exit(0);
                return -1;
            } finally {
                System.out.println("not printed");
            }
        }
    }

    public static void main(String[] args) {
        System.out.println("before");
        System.out.println(Boot.VALUE);
        System.out.println("after");
    }
}
