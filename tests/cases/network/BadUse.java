//@ run-native

// Exceptions of java.net and their messages where sockets are used in the wrong way.

import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

public class BadUse {
    interface Action {
        Object run() throws Exception;
    }

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        InetAddress home = InetAddress.getLoopbackAddress();
        attempt("port too large", () -> new Socket(home, 70000));
        attempt("negative port", () -> new ServerSocket(-1));
        attempt("nobody listens", () -> new Socket(home, 9));
        attempt("unresolved", () -> {
            new Socket().connect(InetSocketAddress.createUnresolved("nowhere.invalid", 80));
            return null;
        });
        ServerSocket server = new ServerSocket(0, 5, home);
        attempt("taken", () -> new ServerSocket(server.getLocalPort(), 5, home));
        attempt("not bound", () -> new ServerSocket().accept());
        Socket client = new Socket(home, server.getLocalPort());
        Socket other = server.accept();
        attempt("connected twice", () -> {
            client.connect(server.getLocalSocketAddress());
            return null;
        });
        InputStream in = client.getInputStream();
        OutputStream out = client.getOutputStream();
        client.shutdownInput();
        attempt("after shutdown of input", in::read);
        client.shutdownOutput();
        attempt("after shutdown of output", () -> {
            out.write(1);
            return null;
        });
        attempt("stream after shutdown", client::getOutputStream);
        client.close();
        attempt("read after close", in::read);
        attempt("write after close", () -> {
            out.write(1);
            return null;
        });
        attempt("stream after close", client::getInputStream);
        attempt("option after close", client::getTcpNoDelay);
        attempt("other end", () -> other.getInputStream().read());
        server.close();
        attempt("accept after close", server::accept);
        attempt("port after close", () -> server.getLocalPort() > 0);
        attempt("connect after close", () -> new Socket(home, 9));
        attempt("not connected", () -> new Socket().getInputStream());
        attempt("negative time", () -> {
            new Socket().setSoTimeout(-1);
            return null;
        });
    }
}
