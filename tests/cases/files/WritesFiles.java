//@ run-native
//@ writes
// Files that are written in the memory of the machine behave as those of the system.
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.util.Arrays;

public class WritesFiles {
    public static void main(String[] args) throws Exception {
        File folder = File.createTempFile("layer", ".dir");
        System.out.println(folder.exists() + " " + folder.isFile() + " " + folder.length());
        System.out.println(folder.delete() + " " + folder.exists() + " " + folder.mkdir() + " " + folder.isDirectory());
        streams(new File(folder, "a.txt"));
        random(new File(folder, "b.bin"));
        names(folder);
        errors(folder);
        delete(new File(folder, "a.txt"));
        delete(new File(folder, "new"));
        delete(new File(folder, "outer"));
        System.out.println(folder.delete() + " " + folder.exists() + " " + folder.delete());
    }

    static void delete(File file) {
        File[] inside = file.listFiles();
        if (inside != null) {
            for (File child : inside) {
                delete(child);
            }
        }
        System.out.println("delete " + file.getName() + " " + file.delete());
    }

    static void streams(File file) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write('x');
            out.write("yz\n".getBytes());
            out.write("0123456789".getBytes(), 3, 4);
        }
        System.out.println(file.length());
        try (FileOutputStream out = new FileOutputStream(file, true)) {
            out.write('!');
        }
        try (FileInputStream in = new FileInputStream(file)) {
            System.out.println(in.available() + " " + in.read() + " " + in.skip(2) + " " + new String(in.readAllBytes()));
            System.out.println(in.read() + " " + in.available());
        }
        try (PrintWriter out = new PrintWriter(new BufferedWriter(new FileWriter(file)))) {
            for (int i = 0; i < 500; i++) {
                out.println("line " + i);
            }
        }
        System.out.println(file.length());
        try (FileOutputStream out = new FileOutputStream(file)) {
            System.out.println(file.length());
        }
    }

    static void random(File file) throws IOException {
        try (RandomAccessFile random = new RandomAccessFile(file, "rw")) {
            random.writeInt(7);
            random.seek(10);
            random.writeUTF("abc");
            System.out.println(random.length() + " " + random.getFilePointer());
            random.seek(0);
            byte[] all = new byte[(int) random.length()];
            random.readFully(all);
            System.out.println(Arrays.toString(all));
            random.setLength(3);
            System.out.println(random.length() + " " + random.getFilePointer() + " " + random.read());
            random.setLength(5);
            random.seek(0);
            System.out.println(random.read() + " " + random.read() + " " + random.readByte());
        }
        try (RandomAccessFile random = new RandomAccessFile(file, "r")) {
            random.write(1);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }

    static void names(File folder) throws IOException {
        File inner = new File(folder, "inner/most");
        System.out.println(inner.mkdir() + " " + inner.mkdirs() + " " + new File(folder, "inner").isDirectory());
        File moved = new File(inner, "moved");
        System.out.println(new File(folder, "b.bin").renameTo(moved) + " " + moved.length());
        System.out.println(new File(folder, "inner").renameTo(new File(folder, "outer")));
        System.out.println(new File(folder, "outer/most/moved").length() + " " + inner.exists());
        System.out.println(new File(folder, "./outer/../a.txt").exists());
        String[] names = folder.list();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names));
        File exact = new File(folder, "new");
        System.out.println(exact.createNewFile() + " " + exact.createNewFile());
        exact.setLastModified(1_000_000);
        System.out.println(exact.lastModified() + " " + exact.canRead());
    }

    static void errors(File folder) throws IOException {
        try {
            new FileInputStream(new File(folder, "none")).close();
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().replace(folder.getPath(), "F"));
        }
        try {
            new FileOutputStream(new File(folder, "none/none")).close();
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().replace(folder.getPath(), "F"));
        }
        try {
            new FileOutputStream(folder).close();
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().replace(folder.getPath(), "F"));
        }
        try {
            new File(folder, "none/none").createNewFile();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(folder.delete() + " " + new File(folder, "a.txt").mkdir());
    }
}
