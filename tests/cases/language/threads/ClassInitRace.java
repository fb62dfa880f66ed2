//@ run-native
// Exercises class initialization shared by threads: it runs once, others wait for it, and a lazy holder is seen complete.
public class ClassInitRace {
    static volatile int arrivals;
    static int initializations;

    static class Holder {
        static final int[] TABLE = new int[64];
        static final Holder INSTANCE;
        final String name;

        static {
            initializations++;
            for (int i = 0; i < TABLE.length; i++) {
                TABLE[i] = i * i;
                if (i % 16 == 0) Thread.yield();
            }
            INSTANCE = new Holder("ready " + TABLE[63]);
        }

        Holder(String name) { this.name = name; }
    }

    static class Failing {
        static final int VALUE = explode();

        static int explode() {
            Thread.yield();
            throw new IllegalStateException("no value");
        }
    }

    static class SelfInit {
        static String log = "";
        static final SelfInit ONE = new SelfInit();
        static int late = 5;
        int seen = late;

        SelfInit() { log += "during " + late + " "; }
    }

    static synchronized int arrive() { return ++arrivals; }

    public static void main(String[] args) throws InterruptedException {
        int n = 4;
        String[] names = new String[n];
        int[] sums = new int[n];
        int[] initErrors = new int[1];
        int[] classErrors = new int[1];
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                arrive();
                while (arrivals < n) Thread.yield();
                names[me] = Holder.INSTANCE.name;
                for (int v : Holder.TABLE) sums[me] += v;
                try {
                    System.out.println(Failing.VALUE);
                } catch (ExceptionInInitializerError e) {
                    synchronized (initErrors) { initErrors[0]++; }
                } catch (NoClassDefFoundError e) {
                    synchronized (classErrors) { classErrors[0]++; }
                }
            });
        }
        for (Thread t : threads) t.start();
        for (Thread t : threads) t.join();
        for (int i = 0; i < n; i++) System.out.println(names[i] + " " + sums[i]);
        System.out.println("initializations " + initializations);
        System.out.println("failures " + initErrors[0] + " then " + classErrors[0]);
        System.out.println(SelfInit.log + SelfInit.ONE.seen + " " + SelfInit.late);
    }
}
