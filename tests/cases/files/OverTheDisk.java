//@ check: safe
//@ reads: data
//@ writes
//@ outputs: [kept.txt, other.txt] on disk [kept.txt, more.txt] in memory 9 false kept.txt
// What is written, made and removed stands over the files of the disk, which stay as they are: every path begins with them.
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

public class OverTheDisk {
    public static void main(String[] args) throws Exception {
        Path kept = Path.of("kept.txt");
        Thread idle = new Thread(() -> System.out.print(""));
        idle.start();
        System.out.print(names() + " " + Files.readString(kept).trim());
        Files.writeString(kept, "in memory");
        Files.move(Path.of("other.txt"), Path.of("more.txt"));
        System.out.print(" " + names() + " " + Files.readString(kept) + " " + new File("kept.txt").length());
        Files.delete(kept);
        System.out.print(" " + Files.exists(kept));
        new File("more.txt").delete();
        Files.createFile(kept);
        System.out.print(" " + new File(".").list()[0]);
        idle.join();
    }

    static String names() {
        String[] names = new File(".").list();
        Arrays.sort(names);
        return Arrays.toString(names);
    }
}
