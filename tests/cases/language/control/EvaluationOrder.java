//@ run-native
// Exercises left-to-right evaluation, short circuits, conditional chains and what has happened when an operand throws.
public class EvaluationOrder {
    static StringBuilder log = new StringBuilder();

    static int n(int v) {
        log.append(v).append(' ');
        return v;
    }

    static boolean t(String name) {
        log.append(name).append("=t ");
        return true;
    }

    static boolean f(String name) {
        log.append(name).append("=f ");
        return false;
    }

    static int boom(String name) {
        log.append(name).append("! ");
        throw new RuntimeException(name);
    }

    static int[] arr(int[] a) {
        log.append("arr ");
        return a;
    }

    static int sum(int... vs) {
        int s = 0;
        for (int v : vs) s += v;
        return s;
    }

    static void flush(Object result) {
        System.out.println(result + " <- " + log);
        log.setLength(0);
    }

    public static void main(String[] args) {
        flush(n(1) + n(2) * n(3) - n(4));
        flush((n(1) + n(2)) * (n(3) - n(4)));
        flush(t("a") || f("b"));
        flush(f("a") && t("b") || t("c") && !f("d"));
        flush(t("a") | f("b") & t("c"));
        flush(f("a") ^ t("b"));
        flush(f("a") ? n(1) : t("b") ? n(2) : n(3));
        flush(sum(n(3), n(1), n(2)));
        int[] box = new int[4];
        flush(arr(box)[n(2)] = n(9));
        flush(box[n(1)] = box[n(2)] += n(5));
        try {
            arr(box)[n(7)] = n(1);
        } catch (ArrayIndexOutOfBoundsException e) {
            flush(e.getMessage());
        }
        try {
            arr(null)[n(7)] = boom("rhs");
        } catch (RuntimeException e) {
            flush(e.getMessage());
        }
        try {
            sum(n(1), boom("second"), n(3));
        } catch (RuntimeException e) {
            flush(e.getMessage());
        }
        try {
            int unused = n(1) / (n(0)) + boom("later");
        } catch (ArithmeticException e) {
            flush(e.getMessage());
        }
        int i = 1;
        i = i++ + ++i * i-- - --i;
        flush(i);
        int j = 2;
        int[] a = {10, 20, 30, 40};
        a[j] = j = 0;
        flush(a[2] + " " + j);
        j = 1;
        a[j++] = a[j] + j++;
        flush(a[1] + " " + j);
        String s = "s";
        s += s + (s = "x") + s;
        flush(s);
        try {
            new int[n(2)][n(-1)][boom("dims")].clone();
        } catch (RuntimeException e) {
            flush(e.getMessage());
        }
        boolean b = false;
        if (b = t("assign")) {
            flush(b);
        }
    }
}
