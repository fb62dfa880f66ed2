//@ run-native
// Addresses and names of resources that need no network.
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class NetworkAddresses {
    public static void main(String[] args) throws Exception {
        InetAddress four = InetAddress.getByName("192.168.1.20");
        InetAddress six = InetAddress.getByName("2001:db8::ff00:42:8329");
        System.out.println(four + " " + (four instanceof Inet4Address) + " " + four.isSiteLocalAddress() + " " + Arrays.toString(four.getAddress()));
        System.out.println(six + " " + (six instanceof Inet6Address) + " " + six.isLoopbackAddress() + " " + six.equals(InetAddress.getByName("2001:db8:0::ff00:42:8329")));
        System.out.println(InetAddress.getByAddress("named", new byte[] {10, 0, 0, 1}) + " " + InetAddress.getLoopbackAddress().isLoopbackAddress());
        System.out.println(InetSocketAddress.createUnresolved("somewhere", 80) + " " + new InetSocketAddress(four, 8080));
        System.out.println(new Socket().isConnected());
        try {
            InetAddress.getByAddress(new byte[3]);
        } catch (UnknownHostException e) {
            System.out.println(e.getMessage());
        }
        URI uri = new URI("http://user@host:8080/a/b/../c?q=1#f");
        System.out.println(uri.normalize() + " " + uri.resolve("d/e") + " " + uri.getPort() + " " + uri.getUserInfo() + " " + uri.getFragment());
        URL url = uri.toURL();
        System.out.println(url.getHost() + " " + url.getPath() + " " + url.getQuery() + " " + url.getDefaultPort() + " " + url);
        System.out.println(URLEncoder.encode("a b&c=ü", StandardCharsets.UTF_8) + " " + URLDecoder.decode("a+b%26", StandardCharsets.UTF_8));
        try {
            new URI("no scheme:/ at all");
        } catch (URISyntaxException e) {
            System.out.println(e.getMessage());
        }
    }
}
