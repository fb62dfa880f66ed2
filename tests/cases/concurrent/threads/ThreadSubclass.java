//@ run-native
// Exercises subclasses of Thread: run overridden, run called directly, fields read after join, and a thread reused as target.
public class ThreadSubclass {
    static class Summer extends Thread {
        private final int from;
        private final int to;
        private long sum;
        private String ranIn;

        Summer(int from, int to) {
            super("sum " + from + ".." + to);
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            for (int i = from; i <= to; i++) {
                sum += (long) i * i;
            }
            ranIn = currentThread().getName();
        }
    }

    static class Both extends Thread {
        Both(Runnable target) {
            super(target, "both");
        }

        @Override
        public void run() {
            System.out.println("before target");
            super.run();
            System.out.println("after target");
        }

        @Override
        public String toString() {
            return "Both(" + getName() + ")";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Summer[] parts = new Summer[4];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new Summer(i * 100 + 1, (i + 1) * 100);
            parts[i].start();
        }
        long total = 0;
        for (Summer part : parts) {
            part.join();
            System.out.println(part.getName() + " = " + part.sum + " ran in " + part.ranIn);
            total += part.sum;
        }
        System.out.println("total " + total);

        Summer direct = new Summer(1, 3);
        direct.run();
        System.out.println(direct.sum + " ran in " + direct.ranIn + " " + direct.getState());

        Thread both = new Both(() -> System.out.println("target in " + Thread.currentThread()));
        both.start();
        both.join();

        Summer inner = new Summer(5, 5);
        Thread outer = new Thread(inner, "outer");
        outer.start();
        outer.join();
        System.out.println(inner.sum + " ran in " + inner.ranIn + " " + inner.getState() + " " + outer.getState());

        Thread anonymous = new Thread("anonymous") {
            int calls;

            @Override
            public void run() {
                calls++;
                System.out.println(getName() + " calls " + calls + " " + (currentThread() == this));
            }
        };
        anonymous.start();
        anonymous.join();
        anonymous.run();
    }
}
