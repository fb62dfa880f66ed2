/** Class initialization by several threads at once, in chains, through interfaces, and failing. */
public class Starts {
    static int order;

    static class Base {
        static final int BORN = ++order;
        static int[] data = new int[100];
    }

    interface Greeting {
        String TEXT = Starts.note("greeting");

        default String greet() {
            return TEXT;
        }
    }

    static class Derived extends Base implements Greeting {
        static final int BORN = ++order;
        static String name = "derived" + Base.BORN;
    }

    static class Failing {
        static int value = fail();

        static int fail() {
            throw new IllegalStateException("not today");
        }
    }

    /** Each of these two needs the other. */
    static class Left {
        static int value = Right.value + 1;
    }

    static class Right {
        static int value = Left.value + 1;
    }

    static class Plain {
        int x = 5;
    }

    static synchronized String note(String what) {
        order++;
        return what;
    }

    private static void use(int which) {
        String seen;
        try {
            seen = switch (which) {
                case 0 -> Derived.name.length() + "";
                case 1 -> new Derived().greet();
                default -> "" + new Plain().x;
            };
            Derived.data[which] = which;
            seen += Failing.value;
        } catch (ExceptionInInitializerError e) {
            seen = "first: " + e.getCause().getMessage();
        } catch (NoClassDefFoundError e) {
            seen = "later";
        }
        synchronized (Starts.class) {
            seenAll += seen.length();
        }
    }

    static int seenAll;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int which = i;
            threads[i] = new Thread(() -> use(which));
            threads[i].start();
        }
        int pair = Left.value + Right.value;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(pair + " " + order + " " + seenAll + " " + Derived.data[2]);
    }
}
