//@ run-native

// Channels that block: scattered reads, gathered writes, half closed.

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

public class Channels {
    public static void main(String[] args) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread client = new Thread(() -> {
            try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                ByteBuffer[] parts = {ByteBuffer.wrap("hello ".getBytes()), ByteBuffer.wrap("world".getBytes())};
                channel.write(parts);
                channel.shutdownOutput();
                ByteBuffer answer = ByteBuffer.allocateDirect(16);
                while (channel.read(answer) >= 0) {
                }
                answer.flip();
                System.out.println("answer of " + answer.remaining() + " " + answer.get(0));
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        client.start();
        SocketChannel channel = server.accept();
        ByteBuffer[] parts = {ByteBuffer.allocate(3), ByteBuffer.allocate(20)};
        while (channel.read(parts) >= 0) {
        }
        System.out.println(new String(parts[0].array(), 0, 3) + "|" + new String(parts[1].array(), 0, parts[1].position()));
        channel.write(ByteBuffer.wrap(new byte[] {42, 43}));
        channel.close();
        client.join();
        try {
            channel.read(ByteBuffer.allocate(1));
        } catch (ClosedChannelException e) {
            System.out.println(e);
        }
        try {
            SocketChannel.open().read(ByteBuffer.allocate(1));
        } catch (NotYetConnectedException e) {
            System.out.println(e);
        }
        server.configureBlocking(false);
        System.out.println(server.accept());
        server.close();
    }
}
