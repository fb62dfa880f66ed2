//@ run-native
// Exercises encoders and decoders step by step: overflow, underflow, malformed input, unmappable characters, and their actions.
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnmappableCharacterException;
import java.util.HexFormat;

public class CharsetCoders {
    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public static void main(String[] args) throws Exception {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        CharBuffer source = CharBuffer.wrap("a\u00e9\u20ac\ud83d\ude00z");
        ByteBuffer target = ByteBuffer.allocate(4);
        StringBuilder pieces = new StringBuilder();
        CoderResult result;
        do {
            result = encoder.encode(source, target, true);
            target.flip();
            pieces.append(hex(target)).append(result.isOverflow() ? " | " : "");
            target.clear();
        } while (result.isOverflow());
        System.out.println(pieces + " " + result + " " + encoder.flush(target) + " " + encoder.maxBytesPerChar());

        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer chars = CharBuffer.allocate(10);
        byte[] bytes = "x\u20acy".getBytes(StandardCharsets.UTF_8);
        ByteBuffer first = ByteBuffer.wrap(bytes, 0, 3);
        System.out.print(decoder.decode(first, chars, false) + " left " + first.remaining() + "; ");
        ByteBuffer rest = ByteBuffer.allocate(8).put(first).put(bytes, 3, bytes.length - 3).flip();
        System.out.println(decoder.decode(rest, chars, true) + " " + decoder.flush(chars) + " " + chars.flip().length() + " "
            + (int) chars.charAt(1));

        for (CodingErrorAction action : new CodingErrorAction[] {CodingErrorAction.REPORT, CodingErrorAction.IGNORE,
            CodingErrorAction.REPLACE}) {
            CharsetDecoder lenient = StandardCharsets.UTF_8.newDecoder().onMalformedInput(action).replaceWith("?");
            CharsetEncoder ascii = StandardCharsets.US_ASCII.newEncoder().onUnmappableCharacter(action)
                .onMalformedInput(action).replaceWith(new byte[] {'#'});
            try {
                System.out.print(action + ": " + lenient.decode(ByteBuffer.wrap(new byte[] {'a', (byte) 0xff, 'b'})) + " ");
                System.out.println(StandardCharsets.US_ASCII.decode(ascii.encode(CharBuffer.wrap("1\u20ac2\ud8003"))));
            } catch (CharacterCodingException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap("ok \u0416"));
        } catch (UnmappableCharacterException e) {
            System.out.println(e.getMessage() + " " + e.getInputLength());
        }
        try {
            StandardCharsets.UTF_16BE.newDecoder().decode(ByteBuffer.wrap(new byte[] {(byte) 0xd8, 0, 0, 'a'}));
        } catch (MalformedInputException e) {
            System.out.println(e.getMessage() + " " + e.getInputLength());
        }
        CoderResult malformed = CoderResult.malformedForLength(2);
        System.out.println(malformed + " " + malformed.isError() + " " + CoderResult.unmappableForLength(1) + " "
            + CoderResult.UNDERFLOW.isUnderflow());
        try {
            CoderResult.OVERFLOW.length();
        } catch (UnsupportedOperationException e) {
            System.out.println("no length");
        }
        CharsetDecoder used = StandardCharsets.UTF_8.newDecoder();
        used.decode(ByteBuffer.wrap(new byte[] {'a'}), CharBuffer.allocate(1), true);
        try {
            used.decode(ByteBuffer.wrap(new byte[] {'b'}), CharBuffer.allocate(1), false);
        } catch (IllegalStateException e) {
            System.out.println("order of calls: " + e.getMessage());
        }
        System.out.println(used.reset().decode(ByteBuffer.wrap(new byte[] {'c'})) + " " + decoder.averageCharsPerByte() + " "
            + encoder.canEncode("\ud800") + encoder.canEncode("fine") + " " + encoder.isLegalReplacement(new byte[] {'?'}));
    }
}
