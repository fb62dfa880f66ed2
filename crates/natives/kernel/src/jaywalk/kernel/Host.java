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

    /** The descriptor of a stream, which has it in a field. */
    static native FileDescriptor descriptor(Object stream);

    /** The path that a file has for the layer: absolute, without dots, and without links as far as the disk has it. */
    static native String place(String path);

    /** The same for a path that stands in memory. */
    static native String path(long address);

    /** Kind and permissions of a file of the disk; or an error below zero. */
    static native int mode(String path);

    static native long length(String path);

    /** In milliseconds. */
    static native long modified(String path);

    static native byte[] content(String path);

    /** The names in a folder of the disk, in alphabetical order; none if the program may not know. */
    static native String[] names(String path);

    /** When the program began, in milliseconds. */
    static native long start();

    /** What natives of java.nio.file throw. */
    static native Exception unix(int errno);

    /** What those of java.io throw where a file cannot be opened. */
    static native Exception notFound(String path, int errno);

    static native Exception inputOutput(String path, int errno);

    static native void fill(Object attributes, int mode, long length, long millis, int number);

    /** Names in memory, for readdir; each ends with a zero. */
    static native long listing(byte[] names);

    /** A copy in memory of so many bytes, zeros behind what there is. */
    static native long map(byte[] bytes, long length);

    /** The execution ends: nothing of the kind is there. */
    static native Error unsupported(String what);

    /** An exception that is there only because the program is kept from the world. */
    static native Exception refusal(String message);

    /** One of so many values: each of them while the program is explored. */
    static native int pick(int count);

    /** What was chosen, for a path that is told. */
    static native void tell(String what);

    /** A property that the user has given. */
    static native String property(String key);
}
