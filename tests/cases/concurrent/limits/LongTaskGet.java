//@ check: safe
//@ outputs: true
// A limit of one second passes only when nothing else can go on, also if time has passed before the call parks.
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class LongTaskGet {
    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        Thread other = new Thread(() -> {
            task.run();
        });
        other.setDaemon(true);
        other.start();
        boolean isInTime;
        try {
            isInTime = task.get(1, TimeUnit.SECONDS) == 1;
        } catch (TimeoutException e) {
            isInTime = false;
        }
        System.out.print(isInTime);
    }
}
