//@ run-native
// Exercises assert with assertions disabled: conditions and messages are not evaluated, AssertionError made by hand.
public class AssertionsDisabled {
    static int evaluated;

    static boolean check(boolean b) {
        evaluated++;
        return b;
    }

    static String message() {
        evaluated += 100;
        return "message";
    }

    static int guarded(int x) {
        assert x > 0 : "x must be positive but was " + x;
        return x * 2;
    }

    static class Early {
        static final int VALUE;

        static {
            assert check(false);
            VALUE = 3;
        }
    }

    interface Checked {
        default int half(int n) {
            assert n % 2 == 0 : message();
            return n / 2;
        }
    }

    static String kind(Object detail) {
        AssertionError e = new AssertionError(detail);
        return e.getMessage() + " cause " + e.getCause();
    }

    public static void main(String[] args) {
        assert check(false);
        assert check(false) : message();
        System.out.println("evaluated " + evaluated);
        System.out.println(guarded(-5) + " " + Early.VALUE + " " + new Checked() { }.half(7));
        boolean enabled = false;
        assert enabled = true;
        System.out.println("enabled " + enabled + " " + AssertionsDisabled.class.desiredAssertionStatus());
        try {
            throw new AssertionError("by hand");
        } catch (AssertionError e) {
            System.out.println(e);
        }
        System.out.println(new AssertionError().getMessage() + " " + new AssertionError(1).getMessage() + " "
                + new AssertionError('c').getMessage() + " " + new AssertionError(2.5).getMessage() + " "
                + new AssertionError(true).getMessage() + " " + new AssertionError(1L << 40).getMessage());
        System.out.println(kind("text") + "; " + kind(null) + "; " + kind(new RuntimeException("inner")));
        System.out.println(new AssertionError("m", new Exception("c")).getCause());
        System.out.println(evaluated);
    }
}
