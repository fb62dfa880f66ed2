//@ holds: ltl F "some Guest g: g.eating"
//@ fails: ltl G "all Guest g: g.meals == 0"
//@ holds: ltl G !"some Guest g: some Guest h: g != h && g.eating && h.eating"
//@ fails: ltl F "some Guest g: some Guest h: g != h && g.meals == 1 && h.meals == 0 && g.seat > h.seat"
//@ fails: ltl G !"some Guest g: some Guest h: g != h && g.meals == 1 && h.meals == 0 && g.seat > h.seat"
//@ holds: ltl F "all Guest g: g.meals == 1"
//@ holds: ctl EF "some Guest g: g.seat == 2 && g.eating"
//@ holds: ltl G "all Guest g: g.seat <= 2"
// Quantifiers range over the instances that static fields and threads reach.

class Guest extends Thread {
    final int seat;
    boolean eating;
    int meals;

    Guest(int seat) {
        this.seat = seat;
    }

    @Override
    public void run() {
        synchronized (Instances.TABLE) {
            eating = true;
            meals++;
            eating = false;
        }
    }
}

public class Instances {
    static final Object TABLE = new Object();
    static Guest first;
    static Guest second;

    public static void main(String[] args) throws InterruptedException {
        first = new Guest(1);
        second = new Guest(2);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
