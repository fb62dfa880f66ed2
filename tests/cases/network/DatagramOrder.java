//@ check: safe
//@ outputs: 1 | 2

// Two senders: the first datagram may be anybody's.

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

public class DatagramOrder {
    public static void main(String[] args) throws Exception {
        InetAddress home = InetAddress.getLoopbackAddress();
        DatagramChannel receiver = DatagramChannel.open().bind(new InetSocketAddress(home, 0));
        for (int i = 1; i <= 2; i++) {
            DatagramChannel sender = DatagramChannel.open().connect(receiver.getLocalAddress());
            ByteBuffer one = ByteBuffer.allocateDirect(1).put(0, (byte) i);
            new Thread(() -> {
                try {
                    sender.write(one);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        ByteBuffer got = ByteBuffer.allocateDirect(1);
        receiver.receive(got);
        System.out.print(got.get(0));
    }
}
