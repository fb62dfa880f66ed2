//@ run-native
// Exercises finally: returns that override, values captured before finally runs, break and continue through finally.
public class TryFinallyReturns {
    @SuppressWarnings("finally")
    static int overridden() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int captured() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 99;
        }
    }

    static int[] mutated() {
        int[] x = {1};
        try {
            return x;
        } finally {
            x[0] = 99;
        }
    }

    @SuppressWarnings("finally")
    static String swallowed() {
        try {
            throw new IllegalStateException("lost");
        } finally {
            return "swallowed";
        }
    }

    static String layered(int how) {
        StringBuilder log = new StringBuilder();
        try {
            try {
                if (how == 1) throw new RuntimeException("one");
                if (how == 2) return log.append("ret ").toString();
                log.append("body ");
            } catch (RuntimeException e) {
                log.append("catch ");
                if (how == 1) throw new IllegalArgumentException("two");
            } finally {
                log.append("inner ");
            }
        } catch (IllegalArgumentException e) {
            log.append("outer-catch ").append(e.getMessage()).append(' ');
        } finally {
            log.append("outer ");
            System.out.println("  log: " + log);
        }
        return log.toString();
    }

    @SuppressWarnings("finally")
    static String loops() {
        String s = "";
        for (int i = 0; i < 6; i++) {
            try {
                if (i == 1) continue;
                if (i == 4) break;
                if (i == 3) throw new RuntimeException();
                s += i;
            } catch (RuntimeException e) {
                s += "c";
                continue;
            } finally {
                s += "f";
                if (i == 0) continue;
            }
            s += ";";
        }
        while (true) {
            try {
                throw new Error("dropped");
            } finally {
                break;
            }
        }
        return s;
    }

    static long wide(boolean early) {
        long l = 1L << 40;
        double d = 2.5;
        try {
            if (early) return l + (long) d;
            d *= 2;
        } finally {
            l++;
            d++;
        }
        return l + (long) d;
    }

    public static void main(String[] args) {
        System.out.println(overridden() + " " + captured() + " " + mutated()[0] + " " + swallowed());
        for (int how = 0; how < 3; how++) {
            System.out.println(how + ": " + layered(how));
        }
        System.out.println(loops());
        System.out.println(wide(true) + " " + wide(false));
    }
}
