//@ check: safe
// A file that is on every machine like this one is not there for a program that was not granted it.
public class FilesNotGranted {
    public static void main(String[] args) {
        assert !new java.io.File("/etc/passwd").exists();
    }
}
