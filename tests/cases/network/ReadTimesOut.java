//@ check: safe
//@ outputs: 7 | Read timed out

// A short time-out may be over before the byte comes, as any short wait.

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class ReadTimesOut {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
        Socket other = server.accept();
        client.setSoTimeout(100);
        new Thread(() -> {
            try {
                other.getOutputStream().write(7);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        try {
            System.out.print(client.getInputStream().read());
        } catch (IOException e) {
            System.out.print(e.getMessage());
        }
    }
}
