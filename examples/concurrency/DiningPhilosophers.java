//@ check: safe
//@ args: 3 0
// Dining philosophers who take the fork with the lower number first. Arguments: how many dine (3), and how often each one
// eats (0, for ever). Expected: safe.

public class DiningPhilosophers {
    static final class Fork {
        private boolean inUse;

        void use() {
            assert !inUse : "two hands on one fork";
            inUse = true;
        }

        void lay() {
            inUse = false;
        }
    }

    static void dine(Fork first, Fork second, int meals) {
        for (int eaten = 0; meals == 0 || eaten < meals; eaten += meals == 0 ? 0 : 1) {
            synchronized (first) {
                first.use();
                synchronized (second) {
                    second.use();
                    second.lay();
                }
                first.lay();
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
            Fork lower = forks[Math.min(i, (i + 1) % guests)];
            Fork higher = forks[Math.max(i, (i + 1) % guests)];
            new Thread(() -> dine(lower, higher, meals), "philosopher " + (i + 1)).start();
        }
    }
}
