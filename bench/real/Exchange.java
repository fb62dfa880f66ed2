// Two threads exchange what they have.
import java.util.concurrent.*;

public class Exchange {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<Integer> exchanger = new Exchanger<>();
        int[] got = new int[1];
        Thread other = new Thread(() -> {
            try {
                got[0] = exchanger.exchange(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        int own = exchanger.exchange(2);
        other.join();
        assert own == 1 && got[0] == 2;
    }
}
