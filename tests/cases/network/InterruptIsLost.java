//@ check: deadlock
//@ jdk: 17

// JDK 17 looks whether a thread is in NIO before it sets the flag of its interrupt: one that comes there in between waits for ever. Newer ones set it first.

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

public class InterruptIsLost {
    public static void main(String[] args) throws Exception {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread accepter = new Thread(() -> {
            try {
                server.accept();
            } catch (Exception e) {
                System.out.print(e.getClass().getName() + " " + Thread.currentThread().isInterrupted() + " ");
            }
        });
        accepter.start();
        accepter.interrupt();
        accepter.join();
        System.out.print(server.isOpen());
    }
}
