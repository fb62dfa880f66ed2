//@ run-native

// Options and addresses of sockets.

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class Options {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        Socket client = new Socket(InetAddress.getByName("localhost"), server.getLocalPort());
        Socket other = server.accept();
        System.out.println(client.getPort() == server.getLocalPort());
        System.out.println(other.getPort() == client.getLocalPort());
        System.out.println(client.getInetAddress() + " " + other.getInetAddress());
        System.out.println(client.getLocalAddress() + " " + other.getLocalAddress());
        System.out.println(client.getTcpNoDelay() + " " + client.getKeepAlive() + " " + client.getSoLinger());
        client.setTcpNoDelay(true);
        client.setKeepAlive(true);
        client.setSoLinger(true, 5);
        System.out.println(client.getTcpNoDelay() + " " + client.getKeepAlive() + " " + client.getSoLinger());
        System.out.println(server.getReuseAddress() + " " + client.isBound() + " " + client.isConnected());
        System.out.println(InetAddress.getLoopbackAddress() + " " + InetAddress.getByName("127.0.0.1").isLoopbackAddress());
        other.getOutputStream().write(new byte[5]);
        System.out.println(client.getInputStream().available());
        client.close();
        System.out.println(client.isClosed() + " " + client.isConnected() + " " + server.isBound());
    }
}
