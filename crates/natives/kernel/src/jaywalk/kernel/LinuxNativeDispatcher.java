package jaywalk.kernel;

import java.io.IOException;

/** The natives of sun.nio.fs.LinuxNativeDispatcher, for files of the layer. */
final class LinuxNativeDispatcher {
    private LinuxNativeDispatcher() {}

    static int directCopy0(int to, int from, long cancelled) throws IOException {
        UnixCopyFile.transfer(to, from, cancelled);
        return 0;
    }
}
