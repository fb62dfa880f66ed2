//@ check: safe
//@ outputs: 1 2 | 2 1

// Two threads write to one connection: either may be first.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class TwoWriters {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Socket other = server.accept();
        for (int i = 1; i <= 2; i++) {
            int number = i;
            new Thread(() -> {
                try {
                    client.getOutputStream().write(number);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
        int first = other.getInputStream().read();
        int second = other.getInputStream().read();
        System.out.print(first + " " + second);
    }
}
