//@ run-native
// Exercises starting and joining threads: names, states, results through fields, and IllegalThreadStateException.
public class StartJoin {
    static class Summer extends Thread {
        private final int from, to;
        long result;

        Summer(int from, int to) {
            super("summer-" + from);
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i < to; i++) result += (long) i * i;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Summer[] parts = new Summer[4];
        for (int i = 0; i < parts.length; i++) parts[i] = new Summer(i * 1000, (i + 1) * 1000);
        System.out.println(parts[0].getState() + " " + parts[0].isAlive() + " " + parts[0].isDaemon());
        for (Summer s : parts) s.start();
        long total = 0;
        for (Summer s : parts) {
            s.join();
            total += s.result;
            System.out.println(s.getName() + " " + s.result + " " + s.getState() + " " + s.isAlive());
        }
        System.out.println(total);
        try {
            parts[0].start();
        } catch (IllegalThreadStateException e) {
            System.out.println("cannot start twice: " + e.getMessage());
        }
        StringBuilder trail = new StringBuilder();
        Thread first = new Thread(() -> trail.append("first "), "one");
        Thread second = new Thread(() -> {
            try {
                first.join();
            } catch (InterruptedException e) {
                trail.append("interrupted ");
            }
            trail.append("second ");
        });
        first.start();
        second.start();
        second.join();
        System.out.println(trail);
        Thread me = Thread.currentThread();
        System.out.println(me.getName() + " " + me.getPriority() + " " + me.isDaemon() + " " + me.getThreadGroup().getName() + " " + me.getState());
        Thread direct = new Thread(() -> System.out.println("run in " + Thread.currentThread().getName()), "direct");
        direct.run();
        direct.start();
        direct.join();
        direct.join(5);
        Thread nested = new Thread(() -> {
            Thread inner = new Thread(() -> System.out.println("inner of " + Thread.currentThread().getName()), "inner");
            inner.start();
            try {
                inner.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("nested done");
        });
        nested.start();
        nested.join();
        new Thread((Runnable) null).start();
        System.out.println("main done");
    }
}
