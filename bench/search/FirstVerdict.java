/** Two threads and a lock: what is measured is the time until anything is said at all. */
public class FirstVerdict {
    static int count;

    static synchronized void add() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(FirstVerdict::add).start();
        add();
    }
}
