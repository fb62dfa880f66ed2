//@ check: race
//@ options: --races
// The same program: with --races it is told that the order of accesses was only believed.
public class OrderIsBelieved {
    static int first;
    static int second;
    static int seen = -1;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            second = 1;
            seen = first;
        });
        other.start();
        first = 1;
        int here = second;
        other.join();
        assert here == 1 || seen == 1;
    }
}
