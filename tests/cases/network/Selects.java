//@ run-native

// A selector with a server, two clients and a wake-up.

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.TreeSet;

public class Selects {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        System.out.println(selector.selectNow() + " " + selector.select(10));
        for (int i = 0; i < 2; i++) {
            int number = i;
            new Thread(() -> {
                try (SocketChannel channel = SocketChannel.open(server.getLocalAddress())) {
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) (10 + number)}));
                    ByteBuffer answer = ByteBuffer.allocate(1);
                    channel.read(answer);
                } catch (Exception e) {
                    System.out.println(e);
                }
            }).start();
        }
        TreeSet<Integer> seen = new TreeSet<>();
        while (seen.size() < 2) {
            selector.select();
            Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
            while (keys.hasNext()) {
                SelectionKey key = keys.next();
                keys.remove();
                if (key.isAcceptable()) {
                    SocketChannel channel = server.accept();
                    channel.configureBlocking(false);
                    channel.register(selector, SelectionKey.OP_READ);
                } else if (key.isReadable()) {
                    SocketChannel channel = (SocketChannel) key.channel();
                    ByteBuffer buffer = ByteBuffer.allocate(4);
                    if (channel.read(buffer) > 0) {
                        seen.add((int) buffer.get(0));
                        buffer.flip();
                        channel.write(buffer);
                    }
                    key.cancel();
                    channel.close();
                }
            }
        }
        System.out.println(seen);
        new Thread(selector::wakeup).start();
        while (selector.select() != 0) {
            selector.selectedKeys().clear();
        }
        SocketChannel connecting = SocketChannel.open();
        connecting.configureBlocking(false);
        connecting.register(selector, SelectionKey.OP_CONNECT);
        connecting.connect(server.getLocalAddress());
        boolean done = false;
        while (!done) {
            selector.select();
            for (SelectionKey key : selector.selectedKeys()) {
                if (key.isConnectable()) {
                    done = connecting.finishConnect();
                    key.interestOps(0);
                }
            }
            selector.selectedKeys().clear();
        }
        System.out.println(connecting.isConnected());
        selector.close();
        System.out.println(selector.isOpen());
    }
}
