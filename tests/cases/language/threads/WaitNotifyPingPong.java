//@ run-native
// Exercises wait and notify: strict ping-pong, a bounded buffer with one producer and consumer, and notifyAll of waiters.
public class WaitNotifyPingPong {
    static class Table {
        private boolean pingTurn = true;
        private int hits;

        synchronized void hit(boolean ping) throws InterruptedException {
            while (pingTurn != ping) wait();
            System.out.println((ping ? "ping " : "pong ") + hits++);
            pingTurn = !ping;
            notify();
        }
    }

    static class Buffer {
        private final int[] items = new int[3];
        private int count, in, out;

        synchronized void put(int v) throws InterruptedException {
            while (count == items.length) wait();
            items[in] = v;
            in = (in + 1) % items.length;
            count++;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (count == 0) wait();
            int v = items[out];
            out = (out + 1) % items.length;
            count--;
            notifyAll();
            return v;
        }
    }

    static class Gate {
        private boolean open;
        private int passed;

        synchronized void pass() throws InterruptedException {
            while (!open) wait();
            passed++;
        }

        synchronized void open() {
            open = true;
            notifyAll();
        }
    }

    interface Body { void run() throws InterruptedException; }

    static Thread start(Body b) {
        Thread t = new Thread(() -> {
            try {
                b.run();
            } catch (InterruptedException e) {
                System.out.println("unexpected interrupt");
            }
        });
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        Table table = new Table();
        Thread pong = start(() -> { for (int i = 0; i < 5; i++) table.hit(false); });
        Thread ping = start(() -> { for (int i = 0; i < 5; i++) table.hit(true); });
        ping.join();
        pong.join();
        Buffer buffer = new Buffer();
        long[] sum = new long[1];
        Thread consumer = start(() -> {
            for (int v = buffer.take(), last = 0; v >= 0; last = v, v = buffer.take()) {
                sum[0] += v;
                if (v < last) System.out.println("out of order");
            }
        });
        Thread producer = start(() -> {
            for (int i = 1; i <= 500; i++) buffer.put(i);
            buffer.put(-1);
        });
        producer.join();
        consumer.join();
        System.out.println("sum " + sum[0] + " left " + buffer.count);
        Gate gate = new Gate();
        Thread[] crowd = new Thread[4];
        for (int i = 0; i < crowd.length; i++) crowd[i] = start(gate::pass);
        gate.open();
        for (Thread t : crowd) t.join();
        System.out.println("passed " + gate.passed);
    }
}
