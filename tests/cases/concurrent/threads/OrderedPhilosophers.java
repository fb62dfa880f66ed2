//@ run-native
// Exercises dining philosophers who take their forks in a fixed order: all of them eat the agreed number of meals.
public class OrderedPhilosophers {
    static class Fork {
        private final int number;
        private int uses;

        Fork(int number) {
            this.number = number;
        }
    }

    static class Philosopher extends Thread {
        private final Fork low;
        private final Fork high;
        private final int meals;
        private int eaten;

        Philosopher(int id, Fork left, Fork right, int meals) {
            super("philosopher " + id);
            low = left.number < right.number ? left : right;
            high = low == left ? right : left;
            this.meals = meals;
        }

        @Override
        public void run() {
            while (eaten < meals) {
                synchronized (low) {
                    Thread.yield();
                    synchronized (high) {
                        low.uses++;
                        high.uses++;
                        eaten++;
                    }
                }
            }
        }
    }

    private static void dine(int seats, int meals) throws InterruptedException {
        Fork[] forks = new Fork[seats];
        for (int i = 0; i < seats; i++) {
            forks[i] = new Fork(i);
        }
        Philosopher[] table = new Philosopher[seats];
        for (int i = 0; i < seats; i++) {
            table[i] = new Philosopher(i, forks[i], forks[(i + 1) % seats], meals);
        }
        for (Philosopher philosopher : table) {
            philosopher.start();
        }
        StringBuilder line = new StringBuilder();
        for (Philosopher philosopher : table) {
            philosopher.join();
            line.append(philosopher.getName()).append(" ate ").append(philosopher.eaten).append("; ");
        }
        int uses = 0;
        for (Fork fork : forks) {
            uses += fork.uses;
        }
        System.out.println(line + "forks used " + uses + ", the first " + forks[0].uses);
    }

    public static void main(String[] args) throws InterruptedException {
        dine(2, 50);
        dine(3, 40);
        dine(5, 30);
    }
}
