//@ check: deadlock
//@ outputs: 1

// Two classes that need each other, from two sides.

public class InitializersDeadlock {
    static volatile int count;

    static class First {
        static {
            Second.touch();
        }
        static void touch() {
            count = 1;
        }
    }

    static class Second {
        static {
            First.touch();
        }
        static void touch() {
            count = 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> First.touch());
        t.start();
        /*~*/
        Second.touch();
        t.join();
        System.out.print(count);
    }
}
