//@ run-native
//@ reads: data
// Channels of granted files: positions, reads at a place, scattered reads, mapped parts, transfers into memory.
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

public class FileChannels {
    static String text(ByteBuffer buffer) {
        buffer.flip();
        StringBuilder result = new StringBuilder();
        while (buffer.hasRemaining()) {
            result.append((char) buffer.get());
        }
        return result.toString().replace('\n', '|');
    }

    public static void main(String[] args) throws IOException {
        Path path = Path.of("numbers.txt");
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer heap = ByteBuffer.allocate(5);
            ByteBuffer direct = ByteBuffer.allocateDirect(6);
            System.out.println(channel.read(heap) + " " + channel.position() + " " + text(heap));
            System.out.println(channel.read(direct) + " " + channel.position() + " " + text(direct));
            System.out.println(channel.read(heap.clear(), 1) + " " + channel.position() + " " + text(heap));
            channel.position(8);
            ByteBuffer[] both = {ByteBuffer.allocate(2), ByteBuffer.allocate(10)};
            System.out.println(channel.read(both) + " " + text(both[0]) + " " + text(both[1]));
            System.out.println(channel.read(heap.clear()) + " " + channel.size() + " " + channel.position());
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 4, 3);
            System.out.println((char) mapped.get() + "" + (char) mapped.get(2) + " " + mapped.capacity() + " " + mapped.isReadOnly());
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            System.out.println(channel.transferTo(4, 100, Channels.newChannel(out)) + " " + out.toString().replace('\n', '|'));
            try {
                channel.write(ByteBuffer.wrap(new byte[1]));
            } catch (NonWritableChannelException e) {
                System.out.println(e);
            }
        }
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            channel.position(4);
            ByteBuffer buffer = ByteBuffer.allocate(3);
            channel.read(buffer);
            System.out.println(text(buffer) + " " + channel.position());
        }
        FileInputStream in = new FileInputStream("numbers.txt");
        in.read();
        FileChannel shared = in.getChannel();
        System.out.println(shared.position() + " " + shared.position(5).position() + " " + (char) in.read() + " " + shared.position());
        in.close();
        try {
            shared.position();
        } catch (ClosedChannelException e) {
            System.out.println(e);
        }
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        System.out.println(Files.copy(path, copy) + " " + copy.size() + " " + Files.mismatch(path, path));
        BasicFileAttributes facts = Files.readAttributes(path, BasicFileAttributes.class);
        System.out.println(facts.size() + " " + facts.isRegularFile() + " " + facts.isDirectory() + " " + facts.isSymbolicLink());
        Set<Object> sizes = new HashSet<>(Files.readAttributes(path, "size,isDirectory").values());
        System.out.println(sizes.size() + " " + sizes.contains(14L));
    }
}
