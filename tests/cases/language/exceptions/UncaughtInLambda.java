//@ run-native
// Exercises the stderr trace of an uncaught exception thrown below a lambda, an iterator and a static nested class.
import java.util.ArrayList;
import java.util.List;

public class UncaughtInLambda {
    interface Visitor { void visit(String s); }

    static class Walker {
        private final List<String> words = new ArrayList<>();

        Walker add(String w) {
            words.add(w);
            return this;
        }

        void walk(Visitor v) {
            for (String w : words) {
                v.visit(w);
            }
        }
    }

    static int measure(String s) {
        int n = s.length();
        if (n == 4) {
            throw new IllegalArgumentException(
                    "unlucky: " + s);
        }
        return n;
    }

    public static void main(String[] args) {
        int[] total = {0};
        Visitor v = w -> {
            total[0] += measure(w);
            System.out.println(w + " " + total[0]);
        };
        new Walker().add("one").add("three").walk(v);
        new Walker()
                .add("seven")
                .add("four")
                .walk(v);
    }
}
