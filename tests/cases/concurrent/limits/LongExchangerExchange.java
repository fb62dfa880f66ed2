//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class LongExchangerExchange {
    public static void main(String[] args) throws Exception {
        Exchanger<Integer> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                exchanger.exchange(1);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        other.setDaemon(true);
        other.start();
        boolean isInTime;
        try {
            isInTime = exchanger.exchange(2, 1, TimeUnit.SECONDS) == 1;
        } catch (TimeoutException e) {
            isInTime = false;
        }
        System.out.print(isInTime);
    }
}
