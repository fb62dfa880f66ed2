//@ holds: ltl G !("one at Monitor.enter" && "two at Monitor.enter" && main.inside1 && main.inside2)
//@ fails: ltl fair G (main.wants2 -> F main.inside2)
//@ holds: ltl fair GF main.inside1 || GF main.inside2
//@ holds: ctl AG EF main.inside2
// A monitor that is free again and again is not free all the time: weak fairness does not save whoever waits for it.

public class Monitor {
    static final Object LOCK = new Object();
    static volatile boolean inside1;
    static volatile boolean inside2;
    static volatile boolean wants2;

    static void enter(boolean first) {
        if (!first) {
            wants2 = true;
        }
        synchronized (LOCK) {
            if (first) {
                inside1 = true;
                inside1 = false;
            } else {
                wants2 = false;
                inside2 = true;
                inside2 = false;
            }
        }
    }

    public static void main(String[] args) {
        for (boolean first : new boolean[] {true, false}) {
            new Thread(() -> {
                while (true) {
                    enter(first);
                }
            }, first ? "one" : "two").start();
        }
    }
}
