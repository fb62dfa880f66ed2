// Compiles batch after batch in one JVM: a warm compiler takes a tenth of the time of a new one.
//
// Usage: java CompileServer.java CLASSES LIBRARY
// Each line of standard input names source files, separated by tabs; they are compiled together into the
// folder CLASSES. The answer is one line: "ok", or "failed" and what the compiler says, without line ends.
// LIBRARY is a folder of sources that programs may use.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

public class CompileServer {
    private static final List<String> OPTIONS = List.of("-g", "-proc:none", "-nowarn", "-Xlint:none");

    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (var files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of(Path.of(args[1])));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                Files.createDirectories(Path.of(args[0]));
                files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(Path.of(args[0])));
                var units = files.getJavaFileObjects(line.split("\t"));
                var said = new StringWriter();
                boolean done = compiler.getTask(said, files, null, OPTIONS, null, units).call();
                System.out.println(done ? "ok" : "failed: " + said.toString().replace('\n', '|'));
                System.out.flush();
            }
        }
    }
}
