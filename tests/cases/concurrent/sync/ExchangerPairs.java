//@ run-native
// Exercises Exchanger: two threads swap values round after round, a timeout, an interrupt, and swapped buffers.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class ExchangerPairs {
    private static void swapRounds() throws InterruptedException {
        Exchanger<String> exchanger = new Exchanger<>();
        StringBuffer seen = new StringBuffer();
        Thread partner = new Thread(() -> {
            try {
                for (int i = 0; i < 5; i++) {
                    seen.append(exchanger.exchange("right" + i)).append(' ');
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        partner.start();
        StringBuilder own = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            own.append(exchanger.exchange("left" + i)).append(' ');
        }
        partner.join();
        System.out.println("main got " + own + "partner got " + seen);
    }

    private static void buffers() throws InterruptedException {
        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        List<Integer> drained = new ArrayList<>();
        Thread emptying = new Thread(() -> {
            try {
                List<Integer> buffer = new ArrayList<>();
                for (int swap = 0; swap < 4; swap++) {
                    buffer = exchanger.exchange(buffer);
                    drained.addAll(buffer);
                    buffer.clear();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        emptying.start();
        List<Integer> buffer = new ArrayList<>();
        List<List<Integer>> distinct = new ArrayList<>();
        for (int n = 1; n <= 20; n++) {
            buffer.add(n * n);
            if (buffer.size() == 5) {
                buffer = exchanger.exchange(buffer);
                if (!buffer.isEmpty()) {
                    throw new AssertionError("a full buffer came back");
                }
                List<Integer> current = buffer;
                if (distinct.stream().noneMatch(b -> b == current)) {
                    distinct.add(buffer);
                }
            }
        }
        emptying.join();
        System.out.println(drained + " with " + distinct.size() + " buffers");
    }

    public static void main(String[] args) throws InterruptedException {
        swapRounds();
        buffers();
        Exchanger<Object> lonely = new Exchanger<>();
        try {
            lonely.exchange("x", 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("nobody came");
        }
        Thread.currentThread().interrupt();
        try {
            lonely.exchange("y");
        } catch (InterruptedException e) {
            System.out.println("interrupted, flag " + Thread.interrupted());
        }
        Object[] got = {"unset"};
        Thread giver = new Thread(() -> {
            try {
                got[0] = lonely.exchange(null);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        giver.start();
        System.out.println("null travels " + lonely.exchange(null));
        giver.join();
        System.out.println(got[0]);
    }
}
