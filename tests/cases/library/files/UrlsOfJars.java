//@ run-native
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.jar.*;

/** What `file:` and `jar:` addresses lead to, by the library's own connections. */
public class UrlsOfJars {
    public static void main(String[] args) throws Exception {
        File jar = new File(System.getProperty("java.home"), "lib/jrt-fs.jar");
        URL entry = new URL("jar:" + jar.toURI() + "!/META-INF/MANIFEST.MF");
        JarURLConnection connection = (JarURLConnection) entry.openConnection();
        try (JarFile opened = connection.getJarFile()) {
            System.out.println(connection.getEntryName() + " " + (opened.size() > 5) + " " + opened.getName().endsWith("jrt-fs.jar"));
            System.out.println(connection.getManifest().getMainAttributes().getValue("Manifest-Version"));
            System.out.println(connection.getContentLength() == opened.getEntry("META-INF/MANIFEST.MF").getSize());
        }
        connection = (JarURLConnection) entry.openConnection();
        connection.setUseCaches(false);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            System.out.println(lines.readLine());
        }
        try {
            new URL("jar:" + jar.toURI() + "!/nothing").openStream();
        } catch (FileNotFoundException e) {
            System.out.println(e.getMessage().startsWith("JAR entry nothing not found in "));
        }
        URLConnection file = new File(System.getProperty("java.home"), "release").toURI().toURL().openConnection();
        System.out.println(file.getClass().getName() + " " + file.getContentType() + " " + (file.getLastModified() > 0));
        try (InputStream in = file.getInputStream()) {
            System.out.println(in.readAllBytes().length == file.getContentLength());
        }
        URL own = UrlsOfJars.class.getResource("UrlsOfJars.class");
        try (InputStream in = own.openStream()) {
            System.out.println(own.getProtocol() + " " + Integer.toHexString(in.read()));
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toURI().toURL()}, null)) {
            System.out.println(loader.getResource("META-INF/MANIFEST.MF").equals(entry));
            System.out.println(loader.getResource("nothing"));
            System.out.println((char) loader.getResourceAsStream("META-INF/MANIFEST.MF").read());
        }
        Shop shop = new Shop();
        System.out.println(shop.getResourceAsStream("goods").read() + " " + shop.getResourceAsStream("none"));
        System.out.println(shop.getResource("goods"));
    }

    /** A loader of the program's own is asked for what it has. */
    static class Shop extends ClassLoader {
        @Override
        protected URL findResource(String name) {
            try {
                return name.equals("goods") ? new URL("shop", null, 0, "goods", new Handler()) : null;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static class Handler extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override public void connect() { }
                @Override public InputStream getInputStream() { return new ByteArrayInputStream(new byte[] {42}); }
            };
        }
    }
}
