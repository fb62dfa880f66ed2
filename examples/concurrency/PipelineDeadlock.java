//@ check: deadlock
//@ args: 2 1
// Pipeline whose stages do not tell the next one that there is no more: it waits for ever. Arguments: stages (2), numbers that are
// fed in (1). Expected: deadlock.

public class PipelineDeadlock {
    /** What is handed on at the end. */
    private static final int STOP = -1;

    /** A place for one number between two stages. */
    static final class Link {
        private int number;
        private boolean full;

        synchronized void put(int next) throws InterruptedException {
            while (full) {
                wait();
            }
            number = next;
            full = true;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (!full) {
                wait();
            }
            full = false;
            notifyAll();
            return number;
        }
    }

    static final class Stage extends Thread {
        private final Link in;
        private final Link out;

        Stage(int number, Link in, Link out) {
            super("stage " + number);
            this.in = in;
            this.out = out;
        }

        @Override
        public void run() {
            try {
                for (int number = in.take(); number != STOP; number = in.take()) {
                    out.put(number + 1);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int stages = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int numbers = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Link first = new Link();
        Link last = first;
        for (int i = 0; i < stages; i++) {
            Link next = new Link();
            new Stage(i + 1, last, next).start();
            last = next;
        }
        Link end = last;
        Thread sink = new Thread(() -> drain(end, stages, numbers), "sink");
        sink.start();
        for (int i = 0; i < numbers; i++) {
            first.put(10 * i);
        }
        first.put(STOP);
        sink.join();
    }

    static void drain(Link end, int stages, int numbers) {
        try {
            for (int i = 0; i < numbers; i++) {
                int number = end.take();
                assert number == 10 * i + stages : "got " + number;
            }
            assert end.take() == STOP;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
