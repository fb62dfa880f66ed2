//@ run-native

// Time-outs of reading, accepting and connecting.

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;

public class TimeOuts {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        server.setSoTimeout(20);
        try {
            server.accept();
        } catch (SocketTimeoutException e) {
            System.out.println(e.getMessage());
        }
        Socket client = new Socket();
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()), 1000);
        Socket other = server.accept();
        client.setSoTimeout(20);
        try {
            client.getInputStream().read();
        } catch (SocketTimeoutException e) {
            System.out.println(e.getMessage());
        }
        other.getOutputStream().write(7);
        System.out.println(client.getInputStream().read() + " " + client.getSoTimeout());
        other.close();
        System.out.println(client.getInputStream().read());
        try {
            new Socket().connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9), 1000);
        } catch (java.net.ConnectException e) {
            System.out.println(e.getMessage());
        }
    }
}
