//@ run-native

// A connection that is closed with bytes unread is reset.

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class Resets {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        for (int linger = 0; linger < 2; linger++) {
            Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            Socket other = server.accept();
            if (linger == 0) {
                client.getOutputStream().write(1);
                other.getOutputStream().write(2);
                Thread.sleep(20);
                other.close();
            } else {
                other.setSoLinger(true, 0);
                other.close();
            }
            Thread.sleep(20);
            for (int i = 0; i < 3; i++) {
                try {
                    System.out.println(client.getInputStream().read());
                } catch (Exception e) {
                    System.out.println(e.getClass().getName() + " " + e.getMessage());
                }
            }
        }
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        server.accept().close();
        Thread.sleep(20);
        for (int i = 0; i < 3; i++) {
            try {
                client.getOutputStream().write(3);
                System.out.println("written");
            } catch (Exception e) {
                System.out.println(e.getClass().getName() + " " + e.getMessage());
            }
            Thread.sleep(20);
        }
        System.out.println(client.getInputStream().read());
    }
}
