//@ run-native
// A zip file written to memory and read back: stored and deflated entries, directories, comments, times.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

public class ZipInMemory {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setComment("all of it");
            ZipEntry first = new ZipEntry("a/first.txt");
            first.setTimeLocal(java.time.LocalDateTime.of(2020, 2, 3, 4, 5, 6));
            zip.putNextEntry(first);
            zip.write("the first entry, the first entry".getBytes());
            zip.closeEntry();
            zip.putNextEntry(new ZipEntry("folder/"));
            zip.closeEntry();
            byte[] stored = "as it is".getBytes();
            CRC32 crc = new CRC32();
            crc.update(stored);
            ZipEntry plain = new ZipEntry("plain.bin");
            plain.setMethod(ZipEntry.STORED);
            plain.setSize(stored.length);
            plain.setCrc(crc.getValue());
            zip.putNextEntry(plain);
            zip.write(stored);
            zip.closeEntry();
            try {
                zip.putNextEntry(new ZipEntry("plain.bin"));
            } catch (ZipException e) {
                System.out.println(e.getMessage());
            }
        }
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (ZipEntry entry; (entry = zip.getNextEntry()) != null;) {
                String text = new String(zip.readAllBytes());
                System.out.println(entry.getName() + " " + entry.isDirectory() + " " + entry.getSize() + " " + Long.toHexString(entry.getCrc())
                    + " " + entry.getMethod() + " [" + text + "]" + (entry.getName().startsWith("a") ? entry.getTimeLocal() : ""));
            }
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "some.Main");
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(jar, manifest)) {
            out.putNextEntry(new ZipEntry("x"));
            out.write(1);
            out.closeEntry();
        }
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar.toByteArray()))) {
            System.out.println(in.getManifest().getMainAttributes().getValue("Main-Class") + " " + in.getNextEntry().getName() + " " + in.read());
        }
    }
}
