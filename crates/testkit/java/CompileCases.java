// Compiles many cases in one JVM, each into its own folder, because starting javac costs more than a case.
//
// Usage: java CompileCases.java LIST LIBRARY
// LIST has one line per case: the source file, a tab, the folder for the classes, a tab, the file for javac's
// errors. The error file is written only when the case does not compile. LIBRARY is a folder of sources that
// cases may use; what a case uses of it is compiled along. The exit code tells about this program alone, not
// about the cases.

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

public class CompileCases {
    private static final List<String> OPTIONS = List.of("-g", "-proc:none", "-Xlint:none");

    public static void main(String[] args) throws Exception {
        var lines = new ConcurrentLinkedQueue<>(Files.readAllLines(Path.of(args[0])));
        var failures = new ConcurrentLinkedQueue<Throwable>();
        var workers = new ArrayList<Thread>();
        int count = Math.min(lines.size(), Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < count; i++) {
            var worker = new Thread(() -> work(lines, Path.of(args[1]), failures));
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        for (Throwable failure : failures) {
            failure.printStackTrace();
        }
        System.exit(failures.isEmpty() ? 0 : 1);
    }

    /** A worker keeps its file manager: what it has read of the JDK's image serves all its cases. */
    private static void work(ConcurrentLinkedQueue<String> lines, Path library,
            ConcurrentLinkedQueue<Throwable> failures) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(library));
            for (String line = lines.poll(); line != null; line = lines.poll()) {
                String[] parts = line.split("\t");
                compile(compiler, files, Path.of(parts[0]), Path.of(parts[1]), Path.of(parts[2]));
            }
        } catch (Throwable failure) {
            failures.add(failure);
        }
    }

    private static void compile(JavaCompiler compiler, StandardJavaFileManager files, Path source, Path out,
            Path errors) throws IOException {
        Files.createDirectories(out);
        files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(out));
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of(out));
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        boolean good = compiler
                .getTask(null, files, diagnostics, OPTIONS, null, files.getJavaFileObjects(source))
                .call();
        if (good) {
            return;
        }
        var text = new StringBuilder();
        for (Diagnostic<? extends JavaFileObject> d : diagnostics.getDiagnostics()) {
            text.append(source.getFileName()).append(':').append(d.getLineNumber()).append(": ");
            text.append(d.getMessage(Locale.ROOT)).append('\n');
        }
        Files.writeString(errors, text);
    }
}
