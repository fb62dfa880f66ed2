//@ check: safe
//@ reads: data
// Each thread reads a file of its own; whatever the order, each sees all of it.
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

public class ReadTogetherWhole {
    static void read(String name, int length) {
        try {
            FileInputStream in = new FileInputStream(name);
            assert in.readAllBytes().length == length;
            in.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        read("empty.txt", 0);
        Thread other = new Thread(() -> read("numbers.txt", 14));
        other.start();
        read("bytes.bin", 6);
        other.join();
    }
}
