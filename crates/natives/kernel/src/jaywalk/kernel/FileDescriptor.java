package jaywalk.kernel;

/** The natives of java.io.FileDescriptor, for numbers that are the kernel's. */
final class FileDescriptor {
    private FileDescriptor() {}

    static void close0(Object self) {
        java.io.FileDescriptor descriptor = (java.io.FileDescriptor) self;
        int number = Host.number(descriptor);
        Host.setNumber(descriptor, -1);
        Table.close(number);
    }
}
