//@ run-native
// Exercises an uncaught custom Error with an overridden message: exit code 1 and its toString on stderr.
public class UncaughtErrorExit {
    static class Meltdown extends Error {
        private final double temperature;

        Meltdown(double temperature) { this.temperature = temperature; }

        @Override
        public String getMessage() { return "core at " + temperature; }
    }

    static class Reactor {
        double temperature = 300;

        void heat(int steps) {
            for (int i = 0; i < steps; i++) {
                temperature *= 1.5;
                System.out.println("step " + i + " " + temperature);
                if (temperature > 2000) throw new Meltdown(temperature);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Reactor r = new Reactor();
        try {
            r.heat(3);
            r.heat(10);
        } finally {
            System.out.println("last words");
        }
    }
}
