//@ run-native
// Exercises TimeUnit: conversions with truncation and saturation, Duration and ChronoUnit bridges, and its timed helpers.
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

public class TimeUnitConversions {
    public static void main(String[] args) throws InterruptedException {
        for (TimeUnit unit : TimeUnit.values()) {
            System.out.println(unit + ": " + unit.toNanos(3) + " " + unit.toMicros(3) + " " + unit.toMillis(3) + " "
                + unit.toSeconds(3) + " " + unit.toMinutes(3) + " " + unit.toHours(3) + " " + unit.toDays(3) + " "
                + unit.toChronoUnit());
        }
        System.out.println(TimeUnit.SECONDS.convert(1999, TimeUnit.MILLISECONDS) + " "
            + TimeUnit.SECONDS.convert(-1999, TimeUnit.MILLISECONDS) + " "
            + TimeUnit.MINUTES.convert(119, TimeUnit.SECONDS) + " " + TimeUnit.DAYS.convert(47, TimeUnit.HOURS));
        System.out.println(TimeUnit.DAYS.toNanos(Long.MAX_VALUE) + " " + TimeUnit.DAYS.toNanos(Long.MIN_VALUE) + " "
            + TimeUnit.HOURS.toMillis(Long.MAX_VALUE / 1000) + " " + TimeUnit.NANOSECONDS.toDays(Long.MAX_VALUE));
        System.out.println(TimeUnit.MILLISECONDS.convert(Duration.ofSeconds(2, 500_999_999)) + " "
            + TimeUnit.MICROSECONDS.convert(Duration.ofNanos(-1001)) + " "
            + TimeUnit.NANOSECONDS.convert(Duration.ofDays(200_000)) + " "
            + TimeUnit.SECONDS.convert(Duration.ofMillis(-1500)));
        for (ChronoUnit unit : new ChronoUnit[] {ChronoUnit.HOURS, ChronoUnit.MICROS, ChronoUnit.WEEKS}) {
            try {
                System.out.println(unit + " is " + TimeUnit.of(unit));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }

        Object monitor = new Object();
        synchronized (monitor) {
            TimeUnit.MICROSECONDS.timedWait(monitor, 1500);
            TimeUnit.NANOSECONDS.timedWait(monitor, 0);
            TimeUnit.SECONDS.timedWait(monitor, -1);
        }
        Thread thread = new Thread(() -> { });
        thread.start();
        TimeUnit.HOURS.timedJoin(thread, 1);
        System.out.println("joined " + !thread.isAlive());
        TimeUnit.NANOSECONDS.sleep(10);
        TimeUnit.DAYS.sleep(0);
        TimeUnit.DAYS.sleep(-1);
        Thread sleeper = new Thread(() -> {
            try {
                TimeUnit.DAYS.sleep(1000);
                System.out.println("slept through");
            } catch (InterruptedException e) {
                System.out.println("woken");
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        System.out.println(TimeUnit.valueOf("MINUTES").compareTo(TimeUnit.HOURS) + " "
            + TimeUnit.values().length + " " + TimeUnit.MINUTES.toSeconds(-90));
    }
}
