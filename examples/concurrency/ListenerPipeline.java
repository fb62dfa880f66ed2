//@ check: safe
//@ args: 2 1
// Staged pipeline with listeners (after the workshop example of NASA and Kansas State): a stage passes on what it gets and tells its listeners,
// until it is told to stop. Arguments: stages (2), listeners of each stage (1). Expected: safe.

public class ListenerPipeline {
    /** A place for one event between two stages; 0 is none. */
    static final class Connector {
        private int event;
        private boolean stopped;

        synchronized void add(int next) throws InterruptedException {
            while (event != 0) {
                wait();
            }
            event = next;
            notifyAll();
        }

        /** The next event, 0 if there will be none. */
        synchronized int take() throws InterruptedException {
            while (event == 0 && !stopped) {
                wait();
            }
            int next = event;
            event = 0;
            notifyAll();
            return next;
        }

        synchronized void stop() {
            stopped = true;
            notifyAll();
        }
    }

    /** Counts the events of a stage. */
    static final class Listener {
        private int heard;
        private int last;

        synchronized void hear(int event) {
            assert event > last : "events out of order";
            last = event;
            heard++;
        }

        synchronized int heard() {
            return heard;
        }
    }

    static final class Stage extends Thread {
        private final Connector in;
        private final Connector out;
        private final Listener[] listeners;

        Stage(int number, Connector in, Connector out, Listener[] listeners) {
            super("stage " + number);
            this.in = in;
            this.out = out;
            this.listeners = listeners;
        }

        @Override
        public void run() {
            try {
                for (int event = in.take(); event != 0; event = in.take()) {
                    for (Listener listener : listeners) {
                        listener.hear(event);
                    }
                    if (out != null) {
                        out.add(event + 1);
                    }
                }
                if (out != null) {
                    out.stop();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int listening = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        int events = 2;
        Connector first = new Connector();
        Connector in = first;
        Stage[] stages = new Stage[count];
        for (int i = 0; i < count; i++) {
            Connector out = i == count - 1 ? null : new Connector();
            Listener[] listeners = new Listener[listening];
            for (int j = 0; j < listening; j++) {
                listeners[j] = new Listener();
            }
            stages[i] = new Stage(i + 1, in, out, listeners);
            stages[i].start();
            in = out;
        }
        for (int event = 1; event <= events; event++) {
            first.add(event);
        }
        first.stop();
        for (Stage stage : stages) {
            stage.join();
            for (Listener listener : stage.listeners) {
                assert listener.heard() == events : "missed events";
            }
        }
    }
}
