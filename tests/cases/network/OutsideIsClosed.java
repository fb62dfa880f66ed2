//@ check: inconclusive

// What is not on this machine cannot be reached, and the program is not to blame.

import java.net.Socket;

public class OutsideIsClosed {
    public static void main(String[] args) throws Exception {
        new Socket("192.0.2.1", 80);
    }
}
