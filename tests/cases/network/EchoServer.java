//@ run-native

// A server and a client in two threads, line by line, until the client closes its side.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.Socket;

public class EchoServer {
    public static void main(String[] args) throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread client = new Thread(() -> talk(server.getLocalPort()));
            client.start();
            try (Socket socket = server.accept()) {
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    out.println("echo " + line);
                }
                out.println("end of input");
            }
            client.join();
        }
    }

    static void talk(int port) {
        try (Socket socket = new Socket("localhost", port)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
            out.println("one");
            System.out.println(in.readLine());
            out.println("two");
            System.out.println(in.readLine());
            socket.shutdownOutput();
            System.out.println(in.readLine());
            System.out.println(in.readLine());
        } catch (IOException e) {
            System.out.println(e);
        }
    }
}
