//@ check: deadlock
// Two classes need each other to be initialized, and a daemon that runs for ever hides nothing.
public class CircleOfClasses {
    static class Egg {
        static int number = 1 + Hen.number;
    }

    static class Hen {
        static int number = 1 + Egg.number;
    }

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (true) {
                Thread.yield();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> System.out.print(Egg.number > 0)).start();
        System.out.print(Hen.number > 0);
    }
}
