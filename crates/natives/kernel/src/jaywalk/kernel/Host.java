package jaywalk.kernel;

import java.io.FileDescriptor;

/** What the machine does for the kernel. */
final class Host {
    private Host() {}

    /** The number in a descriptor; -1 if it is closed. */
    static native int number(FileDescriptor descriptor);

    static native void setNumber(FileDescriptor descriptor, int number);

    /** A copy of memory. */
    static native byte[] load(long address, int count);

    /** Writes a part of an array to memory. */
    static native void store(long address, byte[] from, int at, int count);

    /** The execution ends: nothing of the kind is there. */
    static native Error unsupported(String what);

    /** An exception that is there only because the program is kept from the world. */
    static native Exception refusal(String message);
}
