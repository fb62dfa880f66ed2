//@ check: deadlock
//@ args: 2
// The same two tasks with the fault that stopped them in flight: a task looks at the event's count, and then waits, without holding the monitor in
// between. A signal that comes there is missed. Argument: rounds (2). Expected: deadlock.

public class RemoteAgentMissedSignal {
    static final class Event {
        volatile int count;

        synchronized void waitForEvent() throws InterruptedException {
            wait();
        }

        synchronized void signal() {
            count++;
            notifyAll();
        }
    }

    static final class Task extends Thread {
        private final Event awaited;
        private final Event raised;
        private final int rounds;
        private final boolean begins;

        Task(String name, Event awaited, Event raised, int rounds, boolean begins) {
            super(name);
            this.awaited = awaited;
            this.raised = raised;
            this.rounds = rounds;
            this.begins = begins;
        }

        @Override
        public void run() {
            try {
                int seen = 0;
                for (int i = 0; i < rounds; i++) {
                    if (begins) {
                        raised.signal();
                    }
                    if (awaited.count == seen) {
                        awaited.waitForEvent();
                    }
                    seen = awaited.count;
                    if (!begins) {
                        raised.signal();
                    }
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Event event1 = new Event();
        Event event2 = new Event();
        new Task("first task", event1, event2, rounds, true).start();
        new Task("second task", event2, event1, rounds, false).start();
    }
}
