//@ run-native

// Nobody listens: that is the program's own fault, and told as java tells it.

import java.net.InetAddress;
import java.net.Socket;

public class Refused {
    public static void main(String[] args) throws Exception {
        new Socket(InetAddress.getLoopbackAddress(), 9);
    }
}
