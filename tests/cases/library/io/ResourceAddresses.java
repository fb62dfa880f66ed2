//@ run-native
// Resources by their addresses: found by class and by class loader, opened, and compared with the bytes of the stream.

import java.io.FileNotFoundException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;

public class ResourceAddresses {
    static class Inner {}

    public static void main(String[] args) throws Exception {
        ClassLoader loader = ResourceAddresses.class.getClassLoader();
        for (String name : List.of("ResourceAddresses.class", "ResourceAddresses$Inner.class", "java/lang/Object.class", "no/such")) {
            URL url = loader.getResource(name);
            System.out.println(name + ": " + (url == null ? null : url.getProtocol()));
            System.out.println("  all: " + Collections.list(loader.getResources(name)).size());
            if (url != null) {
                show(name, url, loader);
            }
        }
        System.out.println(ResourceAddresses.class.getResource("ResourceAddresses.class").equals(loader.getResource("ResourceAddresses.class")));
        System.out.println(ResourceAddresses.class.getResource("/no/such"));
        System.out.println(Object.class.getResource("Object.class"));
        System.out.println(Object.class.getModule().getResourceAsStream("java/lang/Object.class").read());
        System.out.println(ClassLoader.getSystemResource("ResourceAddresses.class").getFile().endsWith("/ResourceAddresses.class"));
        try {
            new URL("file:/no/such/file").openStream();
        } catch (FileNotFoundException expected) {
            System.out.println("not found");
        }
        System.out.println(ServiceLoader.load(Runnable.class).findFirst().isPresent());
    }

    static void show(String name, URL url, ClassLoader loader) throws Exception {
        byte[] opened;
        try (InputStream in = url.openStream()) {
            opened = in.readAllBytes();
        }
        try (InputStream in = loader.getResourceAsStream(name)) {
            System.out.println("  same bytes: " + Arrays.equals(opened, in.readAllBytes()));
        }
        System.out.println("  length: " + (url.openConnection().getContentLengthLong() == opened.length));
        System.out.println("  parts: [" + url.getHost() + "] [" + url.getAuthority() + "] " + url.getPort() + " " + url.getQuery() + " " + url.getRef());
        System.out.println("  parsed: " + new URL(url.toString()).equals(url) + " " + URI.create(url.toString()).equals(url.toURI()));
        System.out.println("  text: " + url.toString().endsWith("/" + name));
    }
}
