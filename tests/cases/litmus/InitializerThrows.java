//@ check: safe
//@ outputs: ExceptionInInitializerError NoClassDefFoundError | NoClassDefFoundError ExceptionInInitializerError

// Who initializes gets one error, all others another.

public class InitializerThrows {
    static String other;

    static class Bad {
        static int value;
        static {
            if (value == 0) {
                throw new IllegalStateException();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> other = touch());
        t.start();
        /*~*/
        String mine = touch();
        t.join();
        System.out.print(mine + " " + other);
    }

    static String touch() {
        /*~*/
        try {
            return "value " + Bad.value;
        } catch (LinkageError e) {
            return e.getClass().getSimpleName();
        }
    }
}
