//@ run-native
//@ writes
// The same by java.nio: files that are written in the memory of the machine behave as those of the system.
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

public class WritesPaths {
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("layer");
        System.out.println(Files.isDirectory(folder) + " " + Files.exists(folder));
        contents(folder);
        channels(folder.resolve("channel"));
        moves(folder);
        errors(folder);
        try (Stream<Path> all = Files.walk(folder)) {
            all.map(path -> folder.relativize(path).toString()).sorted().forEach(System.out::println);
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path gone, IOException e) throws IOException {
                Files.delete(gone);
                return FileVisitResult.CONTINUE;
            }
        });
        System.out.println(Files.exists(folder));
    }

    static void contents(Path folder) throws IOException {
        Path file = folder.resolve("text");
        Files.write(file, List.of("one", "two"));
        Files.writeString(file, "three\n", StandardOpenOption.APPEND);
        System.out.println(Files.readAllLines(file) + " " + Files.size(file));
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            writer.write("over");
        }
        System.out.println(Files.readString(file));
        try (Stream<String> lines = Files.lines(file)) {
            System.out.println(lines.count());
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(5_000));
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        System.out.println(attributes.lastModifiedTime() + " " + attributes.isRegularFile() + " " + attributes.size());
        Path temporary = Files.createTempFile(folder, "t", ".tmp");
        System.out.println(Files.size(temporary) + " " + Files.isSameFile(file, temporary));
        Files.delete(temporary);
        System.out.println(Files.exists(temporary) + " " + Files.deleteIfExists(temporary));
    }

    static void channels(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
                StandardOpenOption.READ)) {
            channel.write(ByteBuffer.wrap("hello world".getBytes()));
            channel.write(ByteBuffer.wrap("W".getBytes()), 6);
            System.out.println(channel.position() + " " + channel.size());
            channel.position(0);
            ByteBuffer buffer = ByteBuffer.allocate(20);
            System.out.println(channel.read(buffer) + " " + channel.read(buffer));
            System.out.println(new String(buffer.array(), 0, buffer.position()));
            channel.truncate(5);
            System.out.println(channel.size() + " " + channel.position());
            channel.force(true);
            ByteBuffer direct = ByteBuffer.allocateDirect(3);
            System.out.println(channel.read(direct, 1) + " " + (char) direct.get(0));
        }
    }

    static void moves(Path folder) throws IOException {
        Path a = folder.resolve("a");
        Path b = folder.resolve("b");
        Files.writeString(a, "content of a");
        Files.copy(a, b);
        System.out.println(Files.readString(b));
        Files.writeString(b, "changed");
        Files.move(b, a, StandardCopyOption.REPLACE_EXISTING);
        System.out.println(Files.readString(a) + " " + Files.exists(b));
        Files.move(a, b, StandardCopyOption.ATOMIC_MOVE);
        System.out.println(Files.readString(b) + " " + Files.notExists(a));
        Files.createDirectories(folder.resolve("x/y/z"));
        Files.copy(b, folder.resolve("x/y/copy"));
        System.out.println(Files.mismatch(b, folder.resolve("x/y/copy")));
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder.resolve("x/y"))) {
            int count = 0;
            for (Path each : inside) {
                count++;
            }
            System.out.println(count);
        }
    }

    static void errors(Path folder) {
        attempt(folder, "read", () -> Files.readString(folder.resolve("none")));
        attempt(folder, "write", () -> Files.writeString(folder.resolve("none/none"), ""));
        attempt(folder, "create", () -> Files.createFile(folder.resolve("b")));
        attempt(folder, "remove", () -> {
            Files.delete(folder.resolve("x"));
            return null;
        });
        attempt(folder, "gone", () -> {
            Files.delete(folder.resolve("none"));
            return null;
        });
        attempt(folder, "move", () -> Files.move(folder.resolve("b"), folder.resolve("x")));
        attempt(folder, "file", () -> Files.createDirectory(folder.resolve("b/c")));
    }

    interface Action {
        Object act() throws IOException;
    }

    static void attempt(Path folder, String what, Action action) {
        try {
            System.out.println(what + " " + action.act());
        } catch (IOException e) {
            System.out.println(what + " " + e.toString().replace(folder.toString(), "F"));
        }
    }
}
