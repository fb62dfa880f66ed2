// Compiles for many in one JVM: a warm compiler takes a tenth of the time of a new one.
//
// Usage: java WarmCompiler.java TOKEN FOLDER
// Prints the port of this computer at which it listens, and ends when its standard input does, with the folder. A request
// is the token, the number of arguments of javac, the folder that they are seen from, and the arguments, each followed by a zero byte. The
// answer is a line: "ok", or "failed".

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

public class WarmCompiler {
    private static final Set<String> CLASS_PATHS = Set.of("-cp", "-classpath", "--class-path");
    /** Options that are followed by a folder, or by folders. */
    private static final Set<String> FOLDERS = Set.of("-d", "-sourcepath", "--source-path", "-s", "-h");
    private static final int CONNECTIONS_MAX = 64;

    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, CONNECTIONS_MAX, InetAddress.getLoopbackAddress());
        System.out.println(server.getLocalPort());
        System.out.flush();
        Thread listener = new Thread(() -> listen(server, args[0]), "listener");
        listener.setDaemon(true);
        listener.start();
        while (System.in.read() >= 0) {}
        try (Stream<Path> all = Files.walk(Path.of(args[1]))) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        }
        System.exit(0);
    }

    private static void listen(ServerSocket server, String token) {
        while (true) {
            try {
                Socket client = server.accept();
                Thread answering = new Thread(() -> answer(client, token));
                answering.setDaemon(true);
                answering.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void answer(Socket client, String token) {
        try (client) {
            InputStream in = client.getInputStream();
            boolean isFine = word(in).equals(token) && compile(in);
            client.getOutputStream().write((isFine ? "ok\n" : "failed\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException | NumberFormatException e) {
            // Whoever asked asks the real compiler.
        }
    }

    private static boolean compile(InputStream in) throws IOException {
        int count = Integer.parseInt(word(in));
        String folder = word(in);
        List<String> words = new ArrayList<>();
        boolean hasClassPath = false;
        String option = "";
        for (int i = 0; i < count; i++) {
            String word = word(in);
            hasClassPath |= CLASS_PATHS.contains(word);
            if (CLASS_PATHS.contains(option) || FOLDERS.contains(option)) {
                word = seenFrom(folder, word);
            } else if (option.equals("--patch-module")) {
                int at = word.indexOf('=') + 1;
                word = word.substring(0, at) + seenFrom(folder, word.substring(at));
            } else if (!word.startsWith("-") && word.endsWith(".java")) {
                word = seenFrom(folder, word);
            }
            // What is for the launcher of the JVM came too late.
            if (!word.startsWith("-J")) {
                words.add(word);
            }
            option = word;
        }
        if (!hasClassPath) {
            words.addAll(0, List.of("-cp", folder));
        }
        OutputStream said = new ByteArrayOutputStream();
        return ToolProvider.getSystemJavaCompiler().run(null, said, said, words.toArray(new String[0])) == 0;
    }

    private static String seenFrom(String folder, String paths) {
        return Arrays.stream(paths.split(File.pathSeparator, -1))
                .map(path -> path.startsWith("/") ? path : folder + "/" + path)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** What comes before the next zero byte. */
    private static String word(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int b = in.read(); b > 0; b = in.read()) {
            bytes.write(b);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
