//@ check: deadlock

// Nobody ever connects.

import java.net.ServerSocket;

public class BlockedForEver {
    public static void main(String[] args) throws Exception {
        ServerSocket server = new ServerSocket(1);
        new Thread(() -> { }).start();
        server.accept();
    }
}
