//@ run-native
// Exercises user exceptions: overridden getMessage and toString, causes, initCause errors, no stack trace, fields.
public class CustomExceptions {
    static class Coded extends Exception {
        final int code;

        Coded(int code, String message) {
            super(message);
            this.code = code;
        }

        @Override
        public String getMessage() { return super.getMessage() + " (code " + code + ")"; }
    }

    static class Terse extends RuntimeException {
        @Override
        public String toString() { return "Terse!"; }
    }

    static class Light extends RuntimeException {
        Light() { super("light", null, false, false); }
    }

    static class Localized extends Exception {
        Localized() { super("plain"); }

        @Override
        public String getLocalizedMessage() { return "local " + getMessage(); }
    }

    static final class Special extends Coded {
        Special() { super(7, null); }
    }

    static void raise(int which) throws Exception {
        switch (which) {
            case 0: throw new Coded(42, "first");
            case 1: throw new Special();
            case 2: throw new Terse();
            case 3: throw new Light();
            case 4: throw new Localized();
            case 5: throw new Exception((String) null);
            case 6: throw new Exception(new Coded(1, "inner"));
            case 7: throw new Exception((Throwable) null);
            default: throw new Error("error too", new Terse());
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 9; i++) {
            try {
                raise(i);
            } catch (Special e) {
                System.out.println("special " + e + " " + e.code);
            } catch (Coded e) {
                System.out.println("coded " + e + " " + e.code);
            } catch (Exception | Error e) {
                System.out.println(e + " | " + e.getMessage() + " | " + e.getCause());
            }
        }
        Light light = new Light();
        light.addSuppressed(new Terse());
        System.out.println(light.getSuppressed().length + " " + light.getStackTrace().length);
        StackTraceElement top = new Terse().getStackTrace()[0];
        System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getFileName()
                + " " + (top.getLineNumber() > 60));
        try {
            new Exception("has cause", new Terse()).initCause(new Terse());
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Exception e = new Exception("self");
            e.initCause(e);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Throwable late = new Exception("late").initCause(new Terse());
        System.out.println(late + " caused by " + late.getCause());
        StackTraceElement[] made = {new StackTraceElement("Some", "where", "Some.java", 5),
            new StackTraceElement("Native", "code", null, -2), new StackTraceElement("No", "file", null, -1)};
        late.setStackTrace(made);
        for (StackTraceElement e : late.getStackTrace()) {
            System.out.println("  at " + e);
        }
    }
}
