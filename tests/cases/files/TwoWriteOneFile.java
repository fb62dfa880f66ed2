//@ check: safe
//@ writes
//@ outputs: 1 | 2 | 12 | 21
// What is in a file is part of a state: who writes first and last is seen by who reads at the end.
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;

public class TwoWriteOneFile {
    public static void main(String[] args) throws Exception {
        File file = new File("shared");
        Thread other = new Thread(() -> write(file, '1'));
        other.start();
        write(file, '2');
        other.join();
        System.out.print(Files.readString(file.toPath()));
    }

    static void write(File file, char letter) {
        boolean isThere = file.exists();
        try (FileOutputStream out = new FileOutputStream(file, isThere)) {
            out.write(letter);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
