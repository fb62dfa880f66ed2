//@ check: deadlock
// A class whose initializer needs a subclass, and two threads: one begins with the class, the other with the subclass.

public class InitDeadlockOfParents {
    static class Parent {
        static final Object CHILD = new Child();
    }

    static final class Child extends Parent {
        static int count = Integer.parseInt("1");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> new Child());
        other.start();
        new Parent();
        other.join();
    }
}
