//@ check: deadlock
//@ outputs: none

// A thread that is started in an initializer needs the class, and the initializer waits for it.

public class InitializerJoins {
    static class Holder {
        static int value;
        static {
            Thread t = new Thread(() -> value = 1);
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.print(Holder.value);
    }
}
