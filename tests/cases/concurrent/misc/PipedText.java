//@ run-native
// Exercises piped readers and writers: a chain of filter threads that pass lines on, like a shell pipeline.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

public class PipedText {
    interface Filter {
        void run(BufferedReader in, PrintWriter out) throws IOException;
    }

    /** Starts a thread that filters `in`, and gives back what it writes. */
    private static BufferedReader stage(BufferedReader in, List<Thread> threads, Filter filter) throws IOException {
        PipedWriter end = new PipedWriter();
        PipedReader result = new PipedReader(end, 20);
        Thread thread = new Thread(() -> {
            try (PrintWriter out = new PrintWriter(end)) {
                filter.run(in, out);
            } catch (IOException e) {
                System.out.println("stage failed: " + e.getMessage());
            }
        });
        thread.start();
        threads.add(thread);
        return new BufferedReader(result);
    }

    private static Filter grep(String wanted) {
        return (in, out) -> in.lines().filter(line -> line.contains(wanted)).forEach(out::println);
    }

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        BufferedReader source = stage(null, threads, (in, out) -> {
            String[] names = {"otter", "heron", "badger", "stoat", "hare", "otter", "marten", "beaver"};
            for (int i = 0; i < names.length; i++) {
                out.println(i + " " + names[i]);
            }
        });
        BufferedReader withR = stage(source, threads, grep("r"));
        BufferedReader names = stage(withR, threads, (in, out) -> {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.println(line.substring(line.indexOf(' ') + 1));
            }
        });
        BufferedReader sorted = stage(names, threads, (in, out) -> {
            TreeSet<String> all = new TreeSet<>();
            in.lines().forEach(all::add);
            all.forEach(out::println);
        });
        BufferedReader numbered = stage(sorted, threads, (in, out) -> {
            int number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.printf("%2d. %s%n", ++number, line.toUpperCase());
            }
        });
        for (String line = numbered.readLine(); line != null; line = numbered.readLine()) {
            System.out.println(line);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        PipedWriter writer = new PipedWriter();
        PipedReader reader = new PipedReader();
        try {
            writer.write("early");
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        writer.connect(reader);
        writer.write("caf\u00e9 \u20ac");
        System.out.println(reader.ready() + " " + (char) reader.read() + (char) reader.read());
        char[] rest = new char[10];
        int count = reader.read(rest, 1, 9);
        System.out.println(count + " " + (int) rest[2] + " " + (int) rest[4]);
        writer.close();
        System.out.println(reader.read() + " " + reader.read(rest, 0, 3));
        reader.close();
        try {
            reader.ready();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
