//@ check: safe
//@ jdk: 25
//@ outputs: java.nio.channels.ClosedByInterruptException true false

// Whoever is interrupted in an accept of NIO, or on the way there, gets an exception, and the channel is closed.

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

public class InterruptOfAccept {
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
