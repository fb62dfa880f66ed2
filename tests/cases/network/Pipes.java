//@ run-native

// A pipe between two threads.

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

public class Pipes {
    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Thread writer = new Thread(() -> {
            try {
                for (int i = 0; i < 3; i++) {
                    pipe.sink().write(ByteBuffer.wrap(("part " + i + "\n").getBytes()));
                }
                pipe.sink().close();
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        writer.start();
        StringBuilder all = new StringBuilder();
        ByteBuffer buffer = ByteBuffer.allocate(5);
        while (pipe.source().read(buffer) >= 0) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                all.append((char) buffer.get());
            }
            buffer.clear();
        }
        System.out.print(all);
        pipe.source().configureBlocking(false);
        System.out.println(pipe.source().read(buffer));
        Pipe other = Pipe.open();
        other.source().configureBlocking(false);
        System.out.println(other.source().read(buffer));
        other.source().close();
        try {
            other.sink().write(ByteBuffer.wrap(new byte[1]));
        } catch (java.io.IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
