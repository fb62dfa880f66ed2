//@ run-native
// Exercises readers and writers in memory: line reading, pushback, line numbers, encoders, PrintWriter, and StringWriter.
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.CharArrayWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.PushbackReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

public class CharacterStreams {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new StringReader("first\nsecond\r\nthird\rfourth\n\nlast"), 4);
        StringBuilder lines = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.append('<').append(line).append('>');
        }
        System.out.println(lines + " " + new BufferedReader(new StringReader("a\nb\n")).lines().toList()
            + " " + new BufferedReader(new StringReader("")).readLine());
        BufferedReader marked = new BufferedReader(new StringReader("abcdef"));
        marked.read();
        marked.mark(10);
        char[] chunk = new char[3];
        System.out.println(marked.read(chunk) + new String(chunk)
            + " " + marked.skip(1) + (char) marked.read() + marked.read() + " " + marked.ready());
        marked.reset();
        System.out.println((char) marked.read());

        PushbackReader pushback = new PushbackReader(new StringReader("12+34"), 2);
        System.out.println(number(pushback) + " " + (char) pushback.read() + " " + number(pushback)
            + " " + pushback.read());
        LineNumberReader numbered = new LineNumberReader(new StringReader("x\ny\r\nz"));
        while (numbered.readLine() != null) {
            System.out.print(numbered.getLineNumber() + " ");
        }
        System.out.println();

        String text = "gr\u00fc\u00df \u20ac \uD83D\uDE00 end";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 3)) {
            writer.write(text);
            writer.newLine();
            writer.write("tail", 1, 2);
            writer.write(33);
        }
        System.out.println(bytes.size() + " " + Arrays.hashCode(bytes.toByteArray()));
        try (Reader decoded = new InputStreamReader(new ByteArrayInputStream(bytes.toByteArray()),
            StandardCharsets.UTF_8)) {
            StringBuilder back = new StringBuilder();
            for (int c = decoded.read(); c >= 0; c = decoded.read()) {
                back.append((char) c);
            }
            System.out.println(back.toString().equals(text + "\nai!") + " " + back.length()
                + " " + ((InputStreamReader) decoded).getEncoding());
        }

        StringWriter target = new StringWriter();
        PrintWriter printer = new PrintWriter(target);
        printer.printf(Locale.ROOT, "%5.2f|%s", 3.14159, "x");
        printer.println();
        printer.print(1);
        printer.print('c');
        printer.print(2.5f);
        printer.print(new char[] {'y', 'z'});
        printer.append("app", 1, 3).write("written", 2, 3);
        printer.println((Object) null);
        printer.flush();
        System.out.println(target.toString().replace("\n", "\\n") + " " + printer.checkError()
            + " " + target.getBuffer().length());
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        PrintStream original = System.out;
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        System.out.println("captured \u00e9");
        System.setOut(original);
        System.out.println(captured.size());
        CharArrayWriter chars = new CharArrayWriter();
        new CharArrayReader("transferred".toCharArray(), 5, 6).transferTo(chars);
        System.out.println(chars + " " + chars.size());
        Reader closed = new StringReader("x");
        closed.close();
        try {
            closed.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }

    private static int number(PushbackReader in) throws IOException {
        int value = 0;
        int c = in.read();
        while (c >= '0' && c <= '9') {
            value = value * 10 + c - '0';
            c = in.read();
        }
        if (c >= 0) {
            in.unread(c);
        }
        return value;
    }
}
