//@ check: deadlock
//@ args: 3 0
// Dining philosophers who all take their left fork first. Arguments: how many dine (3), and how often each one eats (0, for
// ever). Expected: deadlock, when each has one fork.

public class DiningPhilosophersDeadlock {
    static final class Fork {
    }

    static void dine(Fork left, Fork right, int meals) {
        for (int eaten = 0; meals == 0 || eaten < meals; eaten += meals == 0 ? 0 : 1) {
            synchronized (left) {
                synchronized (right) {
                    Thread.yield();
                }
            }
        }
    }

    public static void main(String[] args) {
        int guests = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        int meals = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        Fork[] forks = new Fork[guests];
        for (int i = 0; i < guests; i++) {
            forks[i] = new Fork();
        }
        for (int i = 0; i < guests; i++) {
            Fork left = forks[i];
            Fork right = forks[(i + 1) % guests];
            new Thread(() -> dine(left, right, meals), "philosopher " + (i + 1)).start();
        }
    }
}
