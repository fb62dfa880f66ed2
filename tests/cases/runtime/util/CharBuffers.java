//@ run-native
// Exercises CharBuffer and the other typed buffers: wrapping text, appending, subsequences, reading, comparing, and views.
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

public class CharBuffers {
    private static String state(java.nio.Buffer buffer) {
        return buffer.position() + "/" + buffer.limit() + "/" + buffer.capacity();
    }

    public static void main(String[] args) throws IOException {
        CharBuffer buffer = CharBuffer.allocate(12);
        buffer.put('a').put("bcd").put("xefgx", 1, 4).append('!').append("??", 0, 1);
        System.out.println(state(buffer) + " [" + buffer.flip() + "] " + buffer.length() + " " + buffer.charAt(2));
        System.out.println(buffer.get() + "" + buffer.get() + " rest [" + buffer + "] " + buffer.subSequence(1, 3) + " "
            + buffer.length() + " " + buffer.chars().count() + " " + buffer.isEmpty());
        char[] taken = new char[3];
        buffer.get(taken);
        System.out.println(new String(taken) + " " + state(buffer) + " " + buffer.compact() + " " + state(buffer));

        CharBuffer wrapped = CharBuffer.wrap("read only text", 5, 9);
        System.out.println(wrapped + " " + state(wrapped) + " " + wrapped.isReadOnly() + " " + wrapped.hasArray() + " "
            + wrapped.charAt(0));
        try {
            wrapped.put('x');
        } catch (java.nio.ReadOnlyBufferException e) {
            System.out.println("text cannot be changed");
        }
        char[] array = "mutable".toCharArray();
        CharBuffer over = CharBuffer.wrap(array);
        over.put(0, 'M');
        array[6] = 'E';
        System.out.println(over + " " + over.slice(2, 3) + " " + over.duplicate().position(3) + " "
            + String.valueOf(array) + " " + over.equals(CharBuffer.wrap("MutablE")) + " "
            + over.compareTo(CharBuffer.wrap("Muu")) + " " + over.mismatch(CharBuffer.wrap("Music")));

        CharBuffer target = CharBuffer.allocate(5);
        StringReader reader = new StringReader("stream of chars");
        System.out.println(reader.read(target) + " [" + target.flip() + "] " + CharBuffer.wrap("abc").read(target.clear()) + " "
            + state(target));
        StringBuilder builder = new StringBuilder("built ");
        builder.append(CharBuffer.wrap("from a buffer"), 0, 4).append(CharBuffer.wrap("!"));
        System.out.println(builder + " " + "a-buffer".contentEquals(CharBuffer.wrap("a-buffer")) + " "
            + "xabcx".contains(CharBuffer.wrap("abc")) + " " + String.join("+", CharBuffer.wrap("p"), "q"));

        ByteBuffer bytes = ByteBuffer.allocate(8);
        CharBuffer view = bytes.asCharBuffer();
        view.put("Hi\u20ac");
        System.out.println(Arrays.toString(bytes.array()) + " " + state(view) + " " + bytes.getChar(0));
        IntBuffer ints = IntBuffer.wrap(new int[] {5, 1, 4});
        LongBuffer longs = LongBuffer.allocate(3).put(7).put(new long[] {8, 9});
        DoubleBuffer doubles = DoubleBuffer.wrap(new double[] {0.0, Double.NaN});
        FloatBuffer floats = FloatBuffer.allocate(2).put(1, 2.5f);
        System.out.println(ints.get(2) + " " + ints.compareTo(IntBuffer.wrap(new int[] {5, 2})) + " " + longs.flip().get(1) + " "
            + doubles.equals(DoubleBuffer.wrap(new double[] {-0.0, Double.NaN})) + " " + floats.get(1) + " "
            + ints.hashCode() + " " + state(longs) + " " + floats.order().equals(java.nio.ByteOrder.nativeOrder()));
        for (Runnable wrong : new Runnable[] {() -> CharBuffer.allocate(2).put("too long"),
            () -> CharBuffer.wrap("ab").charAt(2), () -> CharBuffer.wrap("abc", 2, 1), () -> CharBuffer.wrap("ab").array(),
            () -> CharBuffer.allocate(1).subSequence(0, 2), () -> ints.slice(2, 5)}) {
            try {
                wrong.run();
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
