//@ run-native
import java.io.*;
import java.net.URI;
import java.util.*;
import javax.tools.*;

/** The JDK's own compiler in memory: the same bytes of classes as on `java`. */
public class Compiler {
    static final String SOURCE = "import java.util.*; public class Made {"
        + " record Point(int x, String name) {}"
        + " static int sum(List<Point> points) {"
        + "  int more = switch (points.size()) { case 0 -> 1; default -> { try { yield points.get(0).x(); } finally { System.gc(); } } };"
        + "  return more + points.stream().mapToInt(Point::x).sum(); }"
        + " String text(Object o) { return o instanceof Point p ? p.name() + 1 : \"none\"; } }";

    static class Source extends SimpleJavaFileObject {
        final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override public CharSequence getCharContent(boolean ignoreErrors) { return text; }
    }

    static class Made extends SimpleJavaFileObject {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Made(String name) { super(URI.create("memory:///" + name + ".class"), Kind.CLASS); }

        @Override public OutputStream openOutputStream() { return bytes; }
    }

    public static void main(String[] args) {
        compile("Made", SOURCE);
        compile("Wrong", "class Wrong { int x = \"no\"; void f() { g(); } }");
    }

    static void compile(String name, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> told = new DiagnosticCollector<>();
        Map<String, Made> made = new TreeMap<>();
        JavaFileManager files = new ForwardingJavaFileManager<>(compiler.getStandardFileManager(told, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(Location where, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return made.computeIfAbsent(name, Made::new);
            }
        };
        System.out.println(compiler.getTask(null, files, told, List.of("-proc:none"), null, List.of(new Source(name, source))).call());
        told.getDiagnostics().forEach(d -> System.out.println(d.getLineNumber() + " " + d.getCode()));
        made.forEach((key, value) -> System.out.println(key + " " + HexFormat.of().formatHex(value.bytes.toByteArray())));
    }
}
