//@ check: safe
//@ args: 2
// Two tasks that signal each other by events, as in the executive of the spacecraft Deep Space 1. A task waits only if nothing has happened
// since it last looked, and looks inside the event's monitor. Argument: rounds (2). Expected: safe.

public class RemoteAgent {
    static final class Event {
        private int count;

        /** Waits unless there were signals since `seen`; the number of signals so far. */
        synchronized int waitForNew(int seen) throws InterruptedException {
            while (count == seen) {
                wait();
            }
            return count;
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
                    seen = awaited.waitForNew(seen);
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
