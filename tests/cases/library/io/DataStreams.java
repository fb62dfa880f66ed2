//@ run-native
// Exercises DataOutputStream and DataInputStream: every primitive, modified UTF-8, exact bytes, and end of file.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.HexFormat;

public class DataStreams {
    public static void main(String[] args) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBoolean(true);
        out.writeByte(-2);
        out.writeShort(-3);
        out.writeChar('\u20ac');
        out.writeInt(0xCAFEBABE);
        out.writeLong(Long.MIN_VALUE + 5);
        out.writeFloat(-1.5f);
        out.writeDouble(Math.PI);
        out.writeUTF("a\u0000\u00e9\u4e2d\uD83D\uDE00");
        out.writeChars("hi");
        out.writeBytes("lo\u1234");
        System.out.println(out.size() + " " + HexFormat.of().formatHex(bytes.toByteArray()));

        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(in.readBoolean() + " " + in.readByte() + " " + in.readUnsignedShort()
            + " " + (int) in.readChar() + " " + in.readInt() + " " + in.readLong() + " " + in.readFloat()
            + " " + in.readDouble());
        String text = in.readUTF();
        System.out.println(text.length() + " " + text.hashCode() + " " + in.readChar() + in.readChar()
            + " " + in.skipBytes(1) + " " + in.readUnsignedByte() + " " + in.available());
        byte[] tooMuch = new byte[5];
        try {
            in.readFully(tooMuch);
        } catch (EOFException e) {
            System.out.println(e);
        }
        System.out.println(in.read() + " " + in.skipBytes(4));
        try {
            new DataInputStream(new ByteArrayInputStream(new byte[] {0, 2, (byte) 0xC3, 0x28})).readUTF();
        } catch (UTFDataFormatException e) {
            System.out.println(e.getMessage());
        }
        buffers();
    }

    private static void buffers() {
        ByteBuffer buffer = ByteBuffer.allocate(32);
        buffer.put((byte) 1).putShort((short) 0x0203).putInt(0x04050607).order(ByteOrder.LITTLE_ENDIAN)
            .putLong(0x1122334455667788L).putDouble(2.5);
        System.out.println(buffer + " " + HexFormat.ofDelimiter(" ").formatHex(buffer.array(), 0, buffer.position()));
        buffer.flip();
        System.out.println(buffer.get() + " " + buffer.getShort() + " " + buffer.order(ByteOrder.BIG_ENDIAN).getInt()
            + " " + buffer.remaining() + " " + buffer.getLong(7) + " " + buffer.mark().position());
        ByteBuffer slice = buffer.slice();
        buffer.position(10);
        buffer.reset();
        ByteBuffer readOnly = buffer.asReadOnlyBuffer();
        System.out.println(slice.capacity() + " " + slice.get(0) + " " + buffer.compact().position()
            + " " + readOnly.isReadOnly() + " " + buffer.equals(buffer.duplicate()) + " " + buffer.arrayOffset());
        IntBuffer ints = IntBuffer.wrap(new int[] {1, 2, 3, 4}, 1, 2);
        CharBuffer chars = CharBuffer.wrap("characters").subSequence(2, 6);
        System.out.println(ints + " " + ints.get() + ints.get() + ints.hasRemaining() + " " + chars
            + " " + chars.length() + " " + chars.charAt(1)
            + " " + ByteBuffer.wrap(new byte[] {1, 2}).compareTo(ByteBuffer.wrap(new byte[] {1, 3})));
        try {
            readOnly.put((byte) 1);
        } catch (ReadOnlyBufferException e) {
            System.out.println(e);
        }
        try {
            ints.get();
        } catch (BufferUnderflowException e) {
            System.out.println(e);
        }
        try {
            buffer.position(99);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
