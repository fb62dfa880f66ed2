//@ check: safe
//@ writes
//@ outputs: true true
// The name of a temporary folder comes from a generator whose seed the library looks for: that comes to an end.
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class TemporaryFolder {
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("some");
        File file = File.createTempFile("some", ".txt");
        System.out.print(Files.isDirectory(folder) + " " + file.exists());
    }
}
