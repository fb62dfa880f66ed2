//@ run-native
// Exercises synchronized methods and blocks in one thread: reentrancy, holdsLock, class locks and recursion.
public class ReentrantMonitors {
    private int balance = 100;
    static int shared;

    synchronized int deposit(int n) {
        balance += n;
        return holds(this) ? balance : -1;
    }

    synchronized int transfer(ReentrantMonitors to, int n) {
        synchronized (to) {
            deposit(-n);
            to.deposit(n);
            return to.balance;
        }
    }

    static synchronized int bump() {
        return ++shared + (holds(ReentrantMonitors.class) ? 1000 : 0);
    }

    synchronized int recurse(int n) { return n == 0 ? balance : recurse(n - 1) + 1; }

    static boolean holds(Object o) { return Thread.holdsLock(o); }

    static int early(Object lock) {
        for (int i = 0; ; i++) {
            synchronized (lock) {
                if (i == 1) continue;
                if (i == 3) return i;
            }
        }
    }

    static class Sub extends ReentrantMonitors {
        @Override
        synchronized int deposit(int n) { return super.deposit(n * 2) + (holds(this) ? 0 : 1); }
    }

    static Object chosen(Object o) {
        System.out.print("chosen once; ");
        return o;
    }

    public static void main(String[] args) {
        ReentrantMonitors a = new ReentrantMonitors();
        ReentrantMonitors b = new Sub();
        System.out.println(a.deposit(5) + " " + b.deposit(5) + " " + holds(a) + " " + holds(b));
        System.out.println(a.transfer(b, 30) + " " + a.balance + " " + b.balance);
        System.out.println(a.transfer(a, 7) + " " + b.transfer(b, 1));
        System.out.println(bump() + " " + bump() + " " + holds(ReentrantMonitors.class));
        System.out.println(a.recurse(500) + " " + holds(a));
        Object lock = new Object();
        synchronized (lock) {
            synchronized (lock) {
                synchronized (a) {
                    System.out.println(holds(lock) + " " + holds(a) + " " + holds(b));
                }
                System.out.println(holds(lock) + " " + holds(a));
            }
            System.out.println(holds(lock));
        }
        System.out.println(holds(lock) + " " + early(lock) + " " + holds(lock));
        synchronized (chosen(lock)) {
            lock = "reassigned";
            System.out.println(lock);
        }
        int[] array = new int[1];
        synchronized (array) {
            array[0]++;
        }
        synchronized (int[].class) {
            array[0]++;
        }
        Runnable r = () -> {
            synchronized (array) {
                array[0] += holds(array) ? 10 : 100;
            }
        };
        r.run();
        System.out.println(array[0]);
        try {
            holds(null);
        } catch (NullPointerException e) {
            System.out.println("holdsLock(null)");
        }
        synchronized (new Object()) { }
        System.out.println("done");
    }
}
