//@ run-native
//@ reads: data
// Reads granted files in every way that programs have: java.nio.file, streams, readers, Scanner, RandomAccessFile.
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class ReadFiles {
    public static void main(String[] args) throws IOException {
        Path numbers = Path.of("numbers.txt");
        System.out.println(Files.readString(numbers).length() + " " + Files.readAllLines(numbers));
        System.out.println(Arrays.toString(Files.readAllBytes(Path.of("bytes.bin"))));
        System.out.println(Files.size(numbers) + " " + Files.size(Path.of("empty.txt")) + " [" + Files.readString(Path.of("empty.txt")) + "]");
        try (Stream<String> lines = Files.lines(Path.of("poems/meadow.txt"))) {
            System.out.println(lines.map(String::toUpperCase).collect(Collectors.joining("|")));
        }
        try (BufferedReader reader = Files.newBufferedReader(numbers)) {
            System.out.println(reader.readLine() + reader.readLine() + reader.readLine() + reader.readLine());
        }
        streams();
        folders();
        refusals();
    }

    static void streams() throws IOException {
        try (FileInputStream in = new FileInputStream("numbers.txt")) {
            System.out.println((char) in.read() + " " + in.available() + " " + in.skip(3) + " " + new String(in.readNBytes(3)));
            System.out.println(new String(in.readAllBytes()).trim() + " " + in.read() + " " + in.available());
        }
        try (FileInputStream in = new FileInputStream(new File("numbers.txt"))) {
            System.out.println(in.readAllBytes().length);
        }
        try (BufferedReader in = new BufferedReader(new FileReader("poems/meadow.txt"))) {
            System.out.println(in.lines().mapToInt(String::length).sum());
        }
        try (Scanner in = new Scanner(new File("numbers.txt")); Scanner other = new Scanner(Path.of("poems/meadow.txt"))) {
            System.out.println(in.next() + other.next() + in.nextLine() + in.nextLine() + other.nextLine());
        }
        try (RandomAccessFile file = new RandomAccessFile("numbers.txt", "r")) {
            file.seek(4);
            System.out.println(file.readLine() + " " + file.getFilePointer() + " " + file.length());
            file.seek(100);
            System.out.println(file.read());
        }
        Properties settings = new Properties();
        try (FileReader reader = new FileReader("settings.properties")) {
            settings.load(reader);
        }
        System.out.println(settings.getProperty("alpha") + " " + settings.getProperty("beta"));
        FileInputStream closed = new FileInputStream("numbers.txt");
        closed.close();
        try {
            closed.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }

    static void folders() throws IOException {
        try (Stream<Path> list = Files.list(Path.of("."))) {
            System.out.println(list.map(Path::toString).sorted().toList());
        }
        try (Stream<Path> walk = Files.walk(Path.of("poems"))) {
            System.out.println(walk.map(p -> p + (Files.isDirectory(p) ? "/" : "")).sorted().toList());
        }
        try (var found = Files.newDirectoryStream(Path.of("."), "*.txt")) {
            int count = 0;
            for (Path ignored : found) {
                count++;
            }
            System.out.println(count);
        }
        String[] names = new File("poems").list();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names) + " " + new File("poems").isDirectory() + " " + new File("numbers.txt").isFile());
        System.out.println(new File("numbers.txt").length() + " " + new File("nothing").exists() + " " + new File("numbers.txt").canRead());
        System.out.println(Files.exists(Path.of("nothing")) + " " + Files.notExists(Path.of("nothing")) + " " + Files.isRegularFile(Path.of("poems"))
            + " " + Files.isReadable(Path.of("numbers.txt")) + " " + Files.isSameFile(Path.of("poems/../numbers.txt"), Path.of("numbers.txt")));
        System.out.println(new File("poems/../poems/deep").getCanonicalFile().getName() + " " + Path.of("poems/./deep/..").toRealPath().getFileName());
    }

    static void refusals() throws IOException {
        try {
            Files.readString(Path.of("nothing"));
        } catch (NoSuchFileException e) {
            System.out.println(e);
        }
        try {
            new FileInputStream("poems/nothing");
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            new FileReader("poems");
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            Files.list(Path.of("numbers.txt")).close();
        } catch (NotDirectoryException e) {
            System.out.println(e);
        }
    }
}
