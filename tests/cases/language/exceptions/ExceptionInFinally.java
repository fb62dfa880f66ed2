//@ run-native
// Exercises exceptions thrown from catch and finally blocks, which one wins, and nested rethrow.
import java.io.FileNotFoundException;
import java.io.IOException;

public class ExceptionInFinally {
    static void finallyWins() throws Exception {
        try {
            throw new Exception("body");
        } finally {
            throwing("finally");
        }
    }

    static void throwing(String what) {
        throw new RuntimeException(what);
    }

    static void catchThenFinally() throws Exception {
        try {
            throw new IOException("body");
        } catch (IOException e) {
            throw new Exception("wrapped", e);
        } finally {
            System.out.println("finally runs");
        }
    }

    static void precise(boolean io) throws IOException, InterruptedException {
        try {
            if (io) throw new FileNotFoundException("gone");
            throw new InterruptedException("poked");
        } catch (final Exception e) {
            System.out.println("rethrow " + e.getClass().getName());
            throw e;
        }
    }

    static String multi(int which) {
        try {
            switch (which) {
                case 0: throw new IllegalStateException("state");
                case 1: throw new ArithmeticException("arith");
                case 2: throw new FileNotFoundException("file");
                case 3: throw new StackOverflowError("fake");
                default: return "fine";
            }
        } catch (IllegalStateException | ArithmeticException e) {
            return "multi " + e.getMessage();
        } catch (IOException e) {
            return "io " + e;
        } catch (Throwable t) {
            return "throwable " + t;
        } finally {
            System.out.print("<" + which + "> ");
        }
    }

    static int depth(int n) throws Exception {
        try {
            if (n == 0) throw new Exception("bottom");
            return depth(n - 1) + 1;
        } catch (Exception e) {
            throw new Exception("level " + n, e);
        } finally {
            System.out.print("f" + n + " ");
        }
    }

    public static void main(String[] args) {
        try {
            finallyWins();
        } catch (Exception e) {
            System.out.println(e + " cause " + e.getCause() + " suppressed " + e.getSuppressed().length);
        }
        try {
            catchThenFinally();
        } catch (Exception e) {
            System.out.println(e + " cause " + e.getCause());
        }
        for (boolean io : new boolean[] {true, false}) {
            try {
                precise(io);
            } catch (IOException e) {
                System.out.println("caught io " + e.getMessage());
            } catch (InterruptedException e) {
                System.out.println("caught interrupt " + e.getMessage());
            }
        }
        for (int i = 0; i < 5; i++) {
            System.out.println(multi(i));
        }
        try {
            depth(4);
        } catch (Exception e) {
            System.out.println();
            for (Throwable t = e; t != null; t = t.getCause()) {
                System.out.print(t.getMessage() + " <- ");
            }
            System.out.println("end");
        }
        try {
            try {
                throw new RuntimeException("a");
            } finally {
                try {
                    throw new RuntimeException("b");
                } catch (RuntimeException inner) {
                    System.out.println("inner caught " + inner.getMessage());
                }
            }
        } catch (RuntimeException e) {
            System.out.println("outer caught " + e.getMessage());
        }
    }
}
