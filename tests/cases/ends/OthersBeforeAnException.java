//@ check: exception
//@ outputs: 0 | 1

// An exception that nobody catches ends the run. What others can do before it comes is part of what the program does.

public class OthersBeforeAnException {
    static int value;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            value = 1;
            throw new IllegalStateException();
        });
        t.setDaemon(true);
        t.start();
        System.out.print(value);
    }
}
