//@ check: safe
//@ outputs: 7

// A long time-out is for when nothing else can go on.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class LongTimeOut {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Socket other = server.accept();
        client.setSoTimeout(30_000);
        new Thread(() -> {
            try {
                other.getOutputStream().write(7);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        System.out.print(client.getInputStream().read());
    }
}
