//@ check: safe
//@ outputs: 6001 | 6002

// Two clients: either may be accepted first.

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class AcceptOrder {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        for (int i = 1; i <= 2; i++) {
            Socket client = new Socket();
            client.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 6000 + i));
            new Thread(() -> {
                try {
                    client.connect(server.getLocalSocketAddress());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        System.out.print(server.accept().getPort());
    }
}
