//@ run-native
// Exercises piped byte streams between two threads: small buffers, end of stream, data streams on top, and broken pipes.
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.zip.CRC32;

public class PipedBytes {
    interface Body {
        void run() throws IOException;
    }

    private static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (IOException e) {
                System.out.println("thread failed: " + e.getMessage());
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws Exception {
        for (int capacity : new int[] {1, 7, 1024}) {
            PipedInputStream in = new PipedInputStream(capacity);
            PipedOutputStream out = new PipedOutputStream(in);
            Thread writer = start(() -> {
                byte[] block = new byte[50];
                for (int i = 0; i < 6; i++) {
                    java.util.Arrays.fill(block, (byte) (i * 40));
                    out.write(block, i, block.length - i);
                    out.write(i);
                }
                out.close();
            });
            CRC32 crc = new CRC32();
            int total = 0;
            int value;
            try (BufferedInputStream buffered = new BufferedInputStream(in, 16)) {
                while ((value = buffered.read()) >= 0) {
                    crc.update(value);
                    total++;
                }
            }
            writer.join();
            System.out.println("capacity " + capacity + ": " + total + " bytes " + Long.toHexString(crc.getValue()));
        }

        PipedOutputStream records = new PipedOutputStream();
        DataInputStream reading = new DataInputStream(new PipedInputStream(records));
        Thread writer = start(() -> {
            try (DataOutputStream data = new DataOutputStream(records)) {
                for (int i = 0; i < 3; i++) {
                    data.writeUTF("record " + i);
                    data.writeInt(i * 1000);
                    data.writeDouble(i / 4.0);
                }
            }
        });
        try {
            while (true) {
                System.out.println(reading.readUTF() + " " + reading.readInt() + " " + reading.readDouble());
            }
        } catch (EOFException e) {
            System.out.println("end of records");
        }
        writer.join();

        PipedInputStream closed = new PipedInputStream();
        try {
            closed.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        PipedOutputStream connected = new PipedOutputStream(closed);
        try {
            connected.connect(closed);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        connected.write(new byte[] {1, 2, 3});
        System.out.println("available " + closed.available());
        closed.close();
        try {
            connected.write(4);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
        PipedInputStream orphan = new PipedInputStream();
        Thread dying = start(() -> new PipedOutputStream(orphan).write(9));
        dying.join();
        try {
            System.out.println(orphan.read());
            orphan.read();
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
