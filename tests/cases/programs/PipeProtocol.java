//@ run-native
// A small protocol like HTTP over in-memory pipes: requests and responses with headers, a routing server, and client threads.
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;

public class PipeProtocol {
    private static final int MAX_LINE = 200;
    private static final int MAX_BODY = 4096;

    static class ProtocolException extends IOException {
        private final int status;

        ProtocolException(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    /** Headers without regard to case, in the order they came. */
    static class Headers {
        private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

        Headers set(String name, Object value) {
            values.put(name, String.valueOf(value));
            return this;
        }

        String get(String name) {
            return values.get(name);
        }

        int length() throws ProtocolException {
            String text = values.getOrDefault("Content-Length", "0");
            try {
                int length = Integer.parseInt(text);
                if (length < 0 || length > MAX_BODY) {
                    throw new ProtocolException(413, "a body of " + length);
                }
                return length;
            } catch (NumberFormatException e) {
                throw new ProtocolException(400, "a length of " + text);
            }
        }
    }

    record Request(String method, String path, Map<String, String> query, Headers headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    record Response(int status, Headers headers, byte[] body) {
        static Response text(int status, String text) {
            return new Response(status, new Headers().set("Content-Type", "text/plain"),
                text.getBytes(StandardCharsets.UTF_8));
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** Both directions of one connection. */
    static class Channel implements AutoCloseable {
        private final InputStream in;
        private final OutputStream out;

        Channel(InputStream in, OutputStream out) {
            this.in = in;
            this.out = out;
        }

        static Channel[] pair(int capacity) throws IOException {
            PipedInputStream left = new PipedInputStream(capacity);
            PipedInputStream right = new PipedInputStream(capacity);
            return new Channel[] {new Channel(left, new PipedOutputStream(right)),
                new Channel(right, new PipedOutputStream(left))};
        }

        /** One line without its end, or null at the end of the stream. */
        String readLine() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int value = in.read();
            if (value < 0) {
                return null;
            }
            while (value >= 0 && value != '\n') {
                if (line.size() == MAX_LINE) {
                    throw new ProtocolException(431, "a line is too long");
                }
                line.write(value);
                value = in.read();
            }
            String text = line.toString(StandardCharsets.UTF_8);
            return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        }

        Headers readHeaders() throws IOException {
            Headers headers = new Headers();
            for (String line = readLine(); line != null && !line.isEmpty(); line = readLine()) {
                int colon = line.indexOf(':');
                if (colon <= 0) {
                    throw new ProtocolException(400, "a bad header " + line);
                }
                headers.set(line.substring(0, colon), line.substring(colon + 1).trim());
            }
            return headers;
        }

        byte[] readBody(Headers headers) throws IOException {
            int length = headers.length();
            byte[] body = in.readNBytes(length);
            if (body.length < length) {
                throw new EOFException("body of " + body.length + " for " + length);
            }
            return body;
        }

        void write(String firstLine, Headers headers, byte[] body) throws IOException {
            StringBuilder head = new StringBuilder(firstLine).append("\r\n");
            headers.set("Content-Length", body.length);
            headers.values.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
            out.write(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            out.write(body);
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
            in.close();
        }
    }

    interface Handler {
        Response handle(Request request) throws Exception;
    }

    /** Accepts channels from a queue; every connection is served by a thread of its own. */
    static class Server {
        private static final Channel STOP = new Channel(null, null);
        private final BlockingQueue<Channel> arriving = new LinkedBlockingQueue<>();
        private final Map<String, Handler> routes = new LinkedHashMap<>();
        private final Map<Integer, Integer> statuses = new ConcurrentSkipListMap<>();
        private final AtomicInteger connections = new AtomicInteger();
        private final List<Thread> serving = new ArrayList<>();
        private final Thread accepting = new Thread(this::accept, "accepting");

        Server route(String methodAndPath, Handler handler) {
            routes.put(methodAndPath, handler);
            return this;
        }

        void start() {
            accepting.start();
        }

        Channel connect(int capacity) throws IOException {
            Channel[] ends = Channel.pair(capacity);
            arriving.add(ends[0]);
            return ends[1];
        }

        void stop() throws InterruptedException {
            arriving.add(STOP);
            accepting.join();
            for (Thread thread : serving) {
                thread.join();
            }
        }

        private void accept() {
            try {
                for (Channel channel = arriving.take(); channel != STOP; channel = arriving.take()) {
                    Channel accepted = channel;
                    Thread thread = new Thread(() -> serve(accepted), "connection " + connections.incrementAndGet());
                    serving.add(thread);
                    thread.start();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void serve(Channel channel) {
            try (channel) {
                boolean open = true;
                while (open) {
                    Response response;
                    try {
                        Request request = readRequest(channel);
                        if (request == null) {
                            return;
                        }
                        response = dispatch(request);
                        open = !"close".equals(request.headers().get("Connection"));
                    } catch (ProtocolException e) {
                        response = Response.text(e.status, e.getMessage());
                        open = false;
                    }
                    statuses.merge(response.status(), 1, Integer::sum);
                    response.headers().set("Connection", open ? "keep-alive" : "close");
                    channel.write("PIPE/1.0 " + response.status() + " " + reason(response.status()), response.headers(),
                        response.body());
                }
            } catch (IOException e) {
                statuses.merge(-1, 1, Integer::sum);
            }
        }

        private static Request readRequest(Channel channel) throws IOException {
            String line = channel.readLine();
            if (line == null) {
                return null;
            }
            String[] parts = line.split(" ");
            if (parts.length != 3 || !parts[1].startsWith("/")) {
                throw new ProtocolException(400, "a bad request line " + line);
            }
            if (!parts[2].equals("PIPE/1.0")) {
                throw new ProtocolException(505, "unknown version " + parts[2]);
            }
            Headers headers = channel.readHeaders();
            String[] target = parts[1].split("\\?", 2);
            Map<String, String> query = new TreeMap<>();
            if (target.length > 1) {
                for (String pair : target[1].split("&")) {
                    String[] sides = pair.split("=", 2);
                    query.put(decode(sides[0]), sides.length > 1 ? decode(sides[1]) : "");
                }
            }
            return new Request(parts[0], decode(target[0]), query, headers, channel.readBody(headers));
        }

        private static String decode(String text) throws ProtocolException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] raw = text.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < raw.length; i++) {
                if (raw[i] == '%') {
                    int high = i + 2 < raw.length ? Character.digit(raw[i + 1], 16) : -1;
                    int low = i + 2 < raw.length ? Character.digit(raw[i + 2], 16) : -1;
                    if (high < 0 || low < 0) {
                        throw new ProtocolException(400, "a bad escape in " + text);
                    }
                    bytes.write(high * 16 + low);
                    i += 2;
                } else {
                    bytes.write(raw[i] == '+' ? ' ' : raw[i]);
                }
            }
            return bytes.toString(StandardCharsets.UTF_8);
        }

        private Response dispatch(Request request) {
            boolean known = false;
            for (Map.Entry<String, Handler> route : routes.entrySet()) {
                String[] parts = route.getKey().split(" ");
                boolean matches = parts[1].endsWith("*") ? request.path().startsWith(parts[1].substring(0,
                    parts[1].length() - 1)) : request.path().equals(parts[1]);
                known |= matches;
                if (matches && parts[0].equals(request.method())) {
                    try {
                        return route.getValue().handle(request);
                    } catch (Exception e) {
                        return Response.text(500, e.getClass().getSimpleName() + ": " + e.getMessage());
                    }
                }
            }
            return known ? Response.text(405, request.method() + " is not allowed") : Response.text(404, request.path());
        }

        private static String reason(int status) {
            return switch (status) {
                case 200 -> "OK";
                case 201 -> "Created";
                case 404 -> "Not Found";
                case 405 -> "Method Not Allowed";
                case 500 -> "Server Error";
                default -> "Status " + status;
            };
        }
    }

    static class Client implements AutoCloseable {
        private final Channel channel;

        Client(Channel channel) {
            this.channel = channel;
        }

        Response send(String method, String target, String body) throws IOException {
            return send(method, target, new Headers(), body.getBytes(StandardCharsets.UTF_8));
        }

        Response send(String method, String target, Headers headers, byte[] body) throws IOException {
            channel.write(method + " " + target + " PIPE/1.0", headers, body);
            return receive();
        }

        Response receive() throws IOException {
            String line = channel.readLine();
            if (line == null) {
                throw new EOFException("the server has closed");
            }
            int status = Integer.parseInt(line.split(" ")[1]);
            Headers received = channel.readHeaders();
            return new Response(status, received, channel.readBody(received));
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static Server newServer() {
        Map<String, String> store = new ConcurrentSkipListMap<>();
        AtomicInteger counter = new AtomicInteger();
        return new Server()
            .route("GET /hello", request -> Response.text(200, "hello " + request.query().getOrDefault("name", "world")))
            .route("POST /echo", request -> new Response(200, new Headers().set("X-Length", request.body().length),
                request.body()))
            .route("GET /store/*", request -> {
                String value = store.get(request.path());
                return value == null ? Response.text(404, "nothing at " + request.path()) : Response.text(200, value);
            })
            .route("PUT /store/*", request -> Response.text(store.put(request.path(), request.text()) == null ? 201 : 200,
                "stored"))
            .route("GET /store", request -> Response.text(200, store.size() + " entries"))
            .route("POST /count", request -> Response.text(200, String.valueOf(counter.incrementAndGet())))
            .route("GET /divide", request -> Response.text(200, String.valueOf(Integer.parseInt(request.query().get("a"))
                / Integer.parseInt(request.query().get("b")))));
    }

    private static void show(String label, Response response) {
        System.out.println(label + ": " + response.status() + " " + response.text() + " " + response.headers().values);
    }

    private static void oneClient(Server server) throws IOException {
        try (Client client = new Client(server.connect(64))) {
            show("hello", client.send("GET", "/hello", ""));
            show("query", client.send("GET", "/hello?name=Ann+%26+Bob&x", ""));
            show("echo", client.send("POST", "/echo", "some text"));
            show("put", client.send("PUT", "/store/a%20b", "first"));
            show("again", client.send("PUT", "/store/a%20b", "second"));
            show("get", client.send("GET", "/store/a%20b", ""));
            show("missing", client.send("GET", "/store/none", ""));
            show("unknown", client.send("GET", "/nowhere", ""));
            show("method", client.send("DELETE", "/hello", ""));
            show("divide", client.send("GET", "/divide?a=84&b=2", ""));
            show("by zero", client.send("GET", "/divide?a=1&b=0", ""));
            show("no number", client.send("GET", "/divide?a=x&b=0", ""));
            show("close", client.send("GET", "/hello", new Headers().set("connection", "close"), new byte[0]));
        }
    }

    private static void badRequests(Server server) throws IOException {
        for (String raw : List.of("GET\r\n\r\n", "GET /hello PIPE/9.9\r\n\r\n", "GET /hello PIPE/1.0\r\nno colon\r\n\r\n",
            "POST /echo PIPE/1.0\r\nContent-Length: many\r\n\r\n", "POST /echo PIPE/1.0\r\nContent-Length: 99999\r\n\r\n",
            "GET /%zz PIPE/1.0\r\n\r\n", "GET /" + "x".repeat(300) + " PIPE/1.0\r\n\r\n")) {
            Channel channel = server.connect(1024);
            channel.out.write(raw.getBytes(StandardCharsets.UTF_8));
            channel.out.flush();
            Response response = new Client(channel).receive();
            System.out.println(response.status() + " " + response.text() + " " + response.headers().get("connection"));
            channel.close();
        }
        Channel broken = server.connect(1024);
        broken.out.write("POST /echo PIPE/1.0\r\nContent-Length: 10\r\n\r\nshort".getBytes(StandardCharsets.UTF_8));
        broken.out.close();
        try {
            new Client(broken).receive();
        } catch (EOFException e) {
            System.out.println("cut off: " + e.getMessage());
        }
    }

    private static void manyClients(Server server) throws InterruptedException {
        int clients = 4;
        int requests = 8;
        long[] checks = new long[clients];
        List<Integer> counts = new ArrayList<>();
        Thread[] threads = new Thread[clients];
        for (int c = 0; c < clients; c++) {
            int id = c;
            threads[c] = new Thread(() -> {
                try (Client client = new Client(server.connect(16 + id * 50))) {
                    CRC32 crc = new CRC32();
                    for (int n = 0; n < requests; n++) {
                        byte[] body = new byte[100 + n * 37];
                        Arrays.fill(body, (byte) (id * 16 + n));
                        crc.update(client.send("POST", "/echo", new Headers(), body).body());
                        client.send("PUT", String.format(Locale.ROOT, "/store/%d/%d", id, n % 5), "v" + n);
                        int count = Integer.parseInt(client.send("POST", "/count", "").text());
                        synchronized (counts) {
                            counts.add(count);
                        }
                    }
                    checks[id] = crc.getValue();
                } catch (IOException e) {
                    System.out.println("client " + id + " failed: " + e.getMessage());
                }
            });
            threads[c].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        counts.sort(null);
        StringBuilder sums = new StringBuilder();
        for (long check : checks) {
            sums.append(Long.toHexString(check)).append(' ');
        }
        System.out.println("echoed " + sums + "counted " + counts.get(0) + ".." + counts.get(counts.size() - 1)
            + " distinct " + counts.stream().distinct().count());
    }

    public static void main(String[] args) throws Exception {
        Server server = newServer();
        server.start();
        oneClient(server);
        badRequests(server);
        manyClients(server);
        try (Client last = new Client(server.connect(64))) {
            show("store", last.send("GET", "/store", ""));
            show("one of many", last.send("GET", "/store/3/4", ""));
        }
        server.stop();
        System.out.println("connections " + server.connections + ", statuses " + server.statuses);
    }
}
