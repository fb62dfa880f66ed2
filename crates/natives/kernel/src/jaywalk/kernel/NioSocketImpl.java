package jaywalk.kernel;

import java.io.FileDescriptor;
import java.io.IOException;

/** Methods of sun.nio.ch.NioSocketImpl that move bytes, without memory outside of objects in between. */
final class NioSocketImpl {
    private NioSocketImpl() {}

    static int tryRead(Object self, FileDescriptor fd, byte[] into, int from, int count) throws IOException {
        byte[] bytes = Transfer.take(fd, count);
        int answer = Transfer.answer(bytes, count);
        if (answer > 0) {
            System.arraycopy(bytes, 0, into, from, answer);
        }
        return answer;
    }

    static int tryWrite(Object self, FileDescriptor fd, byte[] bytes, int from, int count) throws IOException {
        byte[] copy = new byte[count];
        System.arraycopy(bytes, from, copy, 0, count);
        return Transfer.put(Table.get(fd), copy);
    }
}
