//@ check: safe
//@ outputs: 0 | 1

// A byte is there when the selector looks, or not.

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

public class SelectAgainstWrite {
    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Selector selector = Selector.open();
        pipe.source().configureBlocking(false);
        pipe.source().register(selector, SelectionKey.OP_READ);
        Thread writer = new Thread(() -> {
            try {
                pipe.sink().write(ByteBuffer.wrap(new byte[] {1}));
            } catch (java.io.IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        System.out.print(selector.selectNow());
    }
}
