//@ run-native
//@ needs: groovy groovy-all.jar

/** Groovy compiles a script to classes at run time and calls everything through its own call sites. */
public class Groovy {
    static final String SCRIPT = "class Point { int x; int y; Point plus(Point p) { new Point(x: x + p.x, y: y + p.y) } }\n"
        + "def sum = new Point(x: 1, y: 2) + new Point(x: 3, y: 4)\n"
        + "def fib; fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }\n"
        + "\"${sum.x},${sum.y} ${(0..9).collect(fib)} ${[a: 1, b: 2].findAll { it.value > 1 }} ${'x-y'.tokenize('-')}\".toString()";

    public static void main(String[] args) throws Exception {
        Class<?> shell = Class.forName("groovy.lang.GroovyShell");
        Object made = shell.getConstructor().newInstance();
        System.out.println(shell.getMethod("evaluate", String.class).invoke(made, SCRIPT));
    }
}
