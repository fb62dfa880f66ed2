//@ run-native
//@ needs: librhino-java rhino.jar
import java.lang.reflect.Method;

/** JavaScript, compiled to classes by Rhino. */
public class Rhino {
    static final String SCRIPT = "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }"
        + "var sorted = [3, 1, 2].sort();"
        + "JSON.stringify({sorted: sorted, fib: fib(15), text: 'x1y2'.replace(/[0-9]/g, '#'), half: 1 / 3})";

    public static void main(String[] args) throws Exception {
        Class<?> context = Class.forName("org.mozilla.javascript.Context");
        Class<?> scope = Class.forName("org.mozilla.javascript.Scriptable");
        Object entered = context.getMethod("enter").invoke(null);
        Object standard = context.getMethod("initStandardObjects").invoke(entered);
        Method evaluate = context.getMethod("evaluateString", scope, String.class, String.class, int.class, Object.class);
        System.out.println(evaluate.invoke(entered, standard, SCRIPT, "script", 1, null));
        context.getMethod("exit").invoke(null);
    }
}
