/** A fork of the philosophers' table. The unit of Table.env. */
public class Fork {
    private boolean isTaken;

    public synchronized void take() throws InterruptedException {
        while (isTaken) {
            wait();
        }
        isTaken = true;
    }

    public synchronized void put() {
        assert isTaken : "put back twice";
        isTaken = false;
        notify();
    }
}
