//@ check: deadlock

// Both ends read before they write.

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class EachWaitsForBytes {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Socket other = server.accept();
        new Thread(() -> {
            try {
                int got = other.getInputStream().read();
                other.getOutputStream().write(got);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }).start();
        int got = client.getInputStream().read();
        client.getOutputStream().write(got);
    }
}
