//@ check: deadlock
// Two classes whose initializers need each other, and two threads that begin at different ends.

public class InitDeadlock {
    static final class First {
        static final int OWN = 1 + Second.value();

        static int value() {
            return 1;
        }
    }

    static final class Second {
        static final int OWN = 1 + First.value();

        static int value() {
            return 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> Second.value());
        other.start();
        First.value();
        other.join();
    }
}
