//@ run-native
// Code of the JDK asks objects for interfaces that they were not given as, and calls their methods: a formatter for
// Formattable, a scanner for Closeable, a builder for CharSequence, a collection that is sorted for Comparable.
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Formattable;
import java.util.Formatter;
import java.util.Iterator;
import java.util.List;
import java.util.Scanner;

public class AskedFor {
    static final StringBuilder CALLED = new StringBuilder();

    static final class Shape implements Formattable {
        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {
            CALLED.append("formatTo ");
            formatter.format("shape %d", precision);
        }
    }

    static final class Source implements Readable, Closeable {
        private boolean isRead;

        @Override
        public int read(CharBuffer to) throws IOException {
            CALLED.append("read ");
            if (isRead) {
                return -1;
            }
            isRead = true;
            to.put("12 ");
            return 3;
        }

        @Override
        public void close() {
            CALLED.append("close ");
        }
    }

    record Letters(String text) implements CharSequence, Comparable<Letters> {
        @Override
        public int length() {
            CALLED.append("length ");
            return text.length();
        }

        @Override
        public char charAt(int index) {
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            CALLED.append("subSequence ");
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }

        @Override
        public int compareTo(Letters other) {
            CALLED.append("compareTo ");
            return text.compareTo(other.text);
        }
    }

    static final class Words implements Iterable<CharSequence> {
        @Override
        public Iterator<CharSequence> iterator() {
            CALLED.append("iterator ");
            return List.<CharSequence>of(new Letters("x"), "y").iterator();
        }
    }

    static final class Sink implements Appendable {
        @Override
        public Appendable append(CharSequence text) {
            CALLED.append("append ");
            return this;
        }

        @Override
        public Appendable append(CharSequence text, int start, int end) {
            return this;
        }

        @Override
        public Appendable append(char c) {
            return this;
        }
    }

    static final class Failure extends Exception {
        @Override
        public void printStackTrace(PrintWriter to) {
            CALLED.append("printStackTrace ");
        }
    }

    public static void main(String[] args) throws IOException {
        System.out.println(String.format("%s and %.3s", "text", new Shape()));
        try (Scanner scanner = new Scanner(new Source())) {
            System.out.println(scanner.nextInt());
        }
        StringBuilder builder = new StringBuilder();
        builder.append((CharSequence) new Letters("letters")).append(new Letters("abc"), 1, 2);
        System.out.println(builder + " " + String.join("-", new Words()) + " " + "letters".contentEquals(new Letters("letters")));
        List<Letters> all = new ArrayList<>(List.of(new Letters("b"), new Letters("a")));
        Collections.sort(all);
        Object[] array = all.toArray();
        Arrays.sort(array);
        System.out.println(Arrays.toString(array));
        new Formatter(new Sink()).format("%s", 1);
        new Failure().printStackTrace(new PrintWriter(new StringWriter()));
        System.out.println(CALLED);
    }
}
