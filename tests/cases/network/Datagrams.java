//@ run-native

// Datagrams: sent, received, connected, lost, too late.

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

public class Datagrams {
    public static void main(String[] args) throws Exception {
        InetAddress home = InetAddress.getLoopbackAddress();
        DatagramSocket one = new DatagramSocket(new InetSocketAddress(home, 0));
        DatagramSocket two = new DatagramSocket(new InetSocketAddress(home, 0));
        one.send(new DatagramPacket("hello".getBytes(), 5, home, two.getLocalPort()));
        one.send(new DatagramPacket("truncated".getBytes(), 9, home, two.getLocalPort()));
        DatagramPacket packet = new DatagramPacket(new byte[5], 5);
        for (int i = 0; i < 2; i++) {
            two.receive(packet);
            System.out.println(new String(packet.getData(), 0, packet.getLength()) + " "
                    + packet.getAddress() + " " + (packet.getPort() == one.getLocalPort()));
        }
        two.setSoTimeout(20);
        try {
            two.receive(packet);
        } catch (SocketTimeoutException e) {
            System.out.println(e.getMessage());
        }
        DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(home, 0));
        channel.connect(two.getLocalSocketAddress());
        channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
        two.receive(packet);
        System.out.println(packet.getLength() + " " + channel.isConnected());
        two.connect(channel.getLocalAddress());
        one.send(new DatagramPacket(new byte[1], 1, home, two.getLocalPort()));
        two.send(new DatagramPacket(new byte[4], 4));
        ByteBuffer buffer = ByteBuffer.allocate(10);
        System.out.println(channel.read(buffer));
        try {
            two.receive(packet);
        } catch (SocketTimeoutException e) {
            System.out.println("nothing from others");
        }
        channel.configureBlocking(false);
        System.out.println(channel.read(buffer) + " " + channel.receive(buffer));
        one.close();
        try {
            one.send(packet);
        } catch (java.net.SocketException e) {
            System.out.println(e.getMessage());
        }
    }
}
