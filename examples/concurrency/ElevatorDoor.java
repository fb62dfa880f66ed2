//@ check: assertion
//@ args: 1 2 2
// Elevators that leave the door open when a passenger has left. Arguments: cabs (1), floors (2), people (2). Expected: assertion, the cab moves
// with an open door.

public class ElevatorDoor {
    static final class Person {
        final int from;
        final int to;
        /** The cab that answers the call. */
        Cab cab;

        Person(int from, int to) {
            this.from = from;
            this.to = to;
        }
    }

    static final class Cab {
        int floor;
        boolean open;
        Person passenger;
    }

    private final int floors;
    private final Person[] calls;
    private int made;
    private int answered;
    private int arrived;

    ElevatorDoor(int floors, int people) {
        this.floors = floors;
        calls = new Person[people];
    }

    // ---- what people do

    private synchronized void ride(Person person) throws InterruptedException {
        calls[made++] = person;
        notifyAll();
        while (person.cab == null || !isOpenAt(person.cab, person.from)) {
            wait();
        }
        Cab cab = person.cab;
        assert cab.passenger == null : "no room in the cab";
        cab.passenger = person;
        notifyAll();
        while (!isOpenAt(cab, person.to)) {
            wait();
        }
        cab.passenger = null;
        arrived++;
        notifyAll();
    }

    private static boolean isOpenAt(Cab cab, int floor) {
        return cab.open && cab.floor == floor;
    }

    // ---- what cabs do

    private void serve(Cab cab) throws InterruptedException {
        for (Person person = nextCall(cab); person != null; person = nextCall(cab)) {
            go(cab, person.from);
            openUntil(cab, true);
            go(cab, person.to);
            openUntil(cab, false);
        }
    }

    /** Waits for a call that no other cab has answered; null when all have arrived. */
    private synchronized Person nextCall(Cab cab) throws InterruptedException {
        while (answered == made && arrived < calls.length) {
            wait();
        }
        if (answered == made) {
            return null;
        }
        Person person = calls[answered++];
        assert person.cab == null : "answered twice";
        person.cab = cab;
        return person;
    }

    private void go(Cab cab, int floor) {
        while (!moved(cab, floor)) {
            Thread.yield();
        }
    }

    /** One floor nearer; true if it is there. */
    private synchronized boolean moved(Cab cab, int floor) {
        assert !cab.open : "moves with an open door";
        if (cab.floor != floor) {
            cab.floor += cab.floor < floor ? 1 : -1;
        }
        assert cab.floor >= 0 && cab.floor < floors;
        return cab.floor == floor;
    }

    /** Keeps the door open until somebody is in the cab, or nobody is. */
    private synchronized void openUntil(Cab cab, boolean taken) throws InterruptedException {
        cab.open = true;
        notifyAll();
        while ((cab.passenger != null) != taken) {
            wait();
        }
        cab.open = !taken;
    }

    public static void main(String[] args) {
        int cabs = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int floors = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int people = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        ElevatorDoor house = new ElevatorDoor(floors, people);
        for (int i = 0; i < cabs; i++) {
            new Thread(() -> {
                try {
                    house.serve(new Cab());
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }, "cab " + (i + 1)).start();
        }
        for (int i = 0; i < people; i++) {
            Person person = new Person(i % floors, (i + 1) % floors);
            new Thread(() -> {
                try {
                    house.ride(person);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }, "person " + (i + 1)).start();
        }
    }
}
