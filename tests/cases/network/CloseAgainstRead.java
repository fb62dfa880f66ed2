//@ check: safe
//@ outputs: Socket closed | read 7

// A socket is closed while, before or after another thread reads from it.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class CloseAgainstRead {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Socket other = server.accept();
        other.getOutputStream().write(7);
        Thread reader = new Thread(() -> {
            try {
                System.out.print("read " + client.getInputStream().read());
            } catch (IOException e) {
                System.out.print(e.getMessage().equals("Socket is closed") ? "Socket closed" : e.getMessage());
            }
        });
        reader.start();
        client.close();
        reader.join();
    }
}
