//@ check: race
//@ options: --races
// Two threads add to one field without a lock.

public class LostUpdate {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> count++);
        other.start();
        count++;
        other.join();
    }
}
