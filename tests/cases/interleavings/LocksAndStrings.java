//@ check: safe
//@ options: --reduce off --workers 2

// What a step changes was foreseen by one machine after it had forgotten which names its components hold.

import java.util.concurrent.locks.ReentrantLock;

public class LocksAndStrings {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Thread FIRST = new Thread(LocksAndStrings::first, "first");
    static final Thread SECOND = new Thread(LocksAndStrings::second, "second");

    public static void main(String[] args) throws Exception {
        FIRST.start();
        SECOND.join();
    }

    static void first() {
        int number = 0;
        SECOND.start();
        System.out.print(number + ";");
    }

    static void second() {
        int number = 0;
        LOCK.lock();
        try {
        } finally {
            LOCK.unlock();
        }
        switch ("s" + number) {
        case "s1":
            break;
        default:
        }
    }
}
