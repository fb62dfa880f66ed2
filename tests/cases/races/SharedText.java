//@ check: race
//@ options: --races
// A builder of texts is for one thread.
public class SharedText {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        Thread other = new Thread(() -> text.append('b'));
        other.start();
        text.append('a');
        other.join();
    }
}
