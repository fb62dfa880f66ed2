//@ run-native

// Closing a socket lets those go who are blocked on it, with an exception.

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

public class CloseWhileBlocked {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Socket other = server.accept();
        Thread accepter = new Thread(() -> {
            try {
                server.accept();
            } catch (Exception e) {
                System.out.println("accept: " + (e instanceof SocketException) + " " + e.getMessage());
            }
        });
        accepter.start();
        Thread.sleep(50);
        server.close();
        accepter.join();
        Thread reader = new Thread(() -> {
            try {
                client.getInputStream().read();
            } catch (Exception e) {
                System.out.println("read: " + (e instanceof SocketException) + " " + e.getMessage());
            }
        });
        reader.start();
        Thread.sleep(50);
        reader.interrupt();
        Thread.sleep(50);
        System.out.println(reader.isAlive());
        client.close();
        reader.join();
        System.out.println(other.getInputStream().read());
    }
}
