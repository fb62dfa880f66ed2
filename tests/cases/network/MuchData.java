//@ run-native

// More than the buffers hold: the writer waits for the reader.

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class MuchData {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread writer = new Thread(() -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                OutputStream out = socket.getOutputStream();
                byte[] block = new byte[100_000];
                for (int i = 0; i < 30; i++) {
                    java.util.Arrays.fill(block, (byte) i);
                    out.write(block);
                }
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        writer.start();
        long sum = 0;
        int count = 0;
        try (Socket socket = server.accept(); InputStream in = socket.getInputStream()) {
            byte[] block = new byte[9973];
            for (int n = in.read(block); n >= 0; n = in.read(block)) {
                for (int i = 0; i < n; i++) {
                    sum += block[i];
                }
                count += n;
            }
        }
        writer.join();
        System.out.println(count + " " + sum);
    }
}
