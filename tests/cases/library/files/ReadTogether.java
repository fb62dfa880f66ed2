//@ check: assertion
//@ reads: data
// Two threads read from one open file, a byte each: the position is part of the state, so each order is seen, and both bytes are always read.
import java.io.FileInputStream;
import java.io.IOException;

public class ReadTogether {
    static FileInputStream in;
    static int first;
    static int second;

    static int next() {
        try {
            return in.read();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        in = new FileInputStream("numbers.txt");
        Thread one = new Thread(() -> first = next());
        Thread two = new Thread(() -> second = next());
        one.start();
        two.start();
        one.join();
        two.join();
        if (first + second != 'o' + 'n') {
            throw new IllegalStateException("a byte was lost");
        }
        assert first == 'o' : "the second thread came first";
    }
}
