//@ run-native
// Exercises clocks and instants: fixed, offset and ticking clocks, a clock of our own, truncation, and conversions.
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Date;

public class TimeClocks {
    /** A clock that moves by a fixed step at each look. */
    static class Stepping extends Clock {
        private final ZoneId zone;
        private final Duration step;
        private Instant now;

        Stepping(Instant start, Duration step, ZoneId zone) {
            now = start;
            this.step = step;
            this.zone = zone;
        }

        @Override
        public ZoneId getZone() {
            return zone;
        }

        @Override
        public Clock withZone(ZoneId other) {
            return new Stepping(now, step, other);
        }

        @Override
        public Instant instant() {
            Instant result = now;
            now = now.plus(step);
            return result;
        }
    }

    public static void main(String[] args) {
        Instant instant = Instant.parse("2024-03-10T23:59:58.123456789Z");
        Clock fixed = Clock.fixed(instant, ZoneOffset.UTC);
        System.out.println(fixed + " " + fixed.millis() + " " + fixed.instant().equals(instant));
        System.out.println(LocalDate.now(fixed) + " " + LocalDateTime.now(fixed) + " " + ZonedDateTime.now(fixed) + " "
            + Year.now(fixed) + " " + YearMonth.now(fixed) + " " + OffsetDateTime.now(fixed).getOffset());
        Clock tokyo = fixed.withZone(ZoneId.of("Asia/Tokyo"));
        System.out.println(LocalDate.now(tokyo) + " " + ZonedDateTime.now(tokyo) + " " + tokyo.getZone());
        System.out.println(Clock.offset(fixed, Duration.ofHours(-30)).instant() + " "
            + Clock.tick(fixed, Duration.ofMinutes(1)).instant() + " " + Clock.tick(fixed, Duration.ofMillis(10)).instant());
        System.out.println(fixed.equals(Clock.fixed(instant, ZoneOffset.UTC)) + " " + fixed.equals(tokyo) + " "
            + (Clock.offset(fixed, Duration.ZERO) == fixed));

        Clock stepping = new Stepping(Instant.EPOCH, Duration.ofHours(7), ZoneOffset.ofHours(2));
        for (int i = 0; i < 4; i++) {
            System.out.print(LocalDateTime.now(stepping) + " ");
        }
        System.out.println(stepping.withZone(ZoneOffset.UTC).instant());

        System.out.println(instant.truncatedTo(ChronoUnit.SECONDS) + " " + instant.truncatedTo(ChronoUnit.DAYS) + " "
            + instant.getEpochSecond() + " " + instant.getNano() + " " + instant.toEpochMilli());
        System.out.println(Instant.ofEpochSecond(1, 1_500_000_000) + " " + Instant.ofEpochSecond(0, -1) + " "
            + Instant.ofEpochMilli(-1) + " " + Instant.EPOCH.minusNanos(1).getEpochSecond());
        System.out.println(Instant.MIN + " " + Instant.MAX + " " + instant.isAfter(Instant.EPOCH));
        System.out.println(Duration.between(Instant.EPOCH, instant) + " " + ChronoUnit.DAYS.between(Instant.EPOCH, instant)
            + " " + instant.until(Instant.EPOCH, ChronoUnit.HOURS) + " " + instant.plus(1, ChronoUnit.HALF_DAYS));
        System.out.println(Date.from(instant).getTime() + " " + new Date(5).toInstant() + " "
            + instant.atZone(ZoneId.of("America/New_York")) + " " + instant.atOffset(ZoneOffset.ofHoursMinutes(5, 30)));
        for (Runnable wrong : new Runnable[] {() -> Instant.MAX.plusSeconds(1), () -> instant.plus(1, ChronoUnit.MONTHS),
            () -> Instant.parse("2024-03-10"), () -> Clock.tick(fixed, Duration.ofNanos(-1)),
            () -> instant.get(java.time.temporal.ChronoField.INSTANT_SECONDS), () -> Instant.from(LocalDate.EPOCH)}) {
            try {
                wrong.run();
                System.out.println("fine");
            } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
