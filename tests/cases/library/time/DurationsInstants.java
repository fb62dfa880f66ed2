//@ run-native
// Exercises Duration, Instant, OffsetDateTime and fixed-offset ZonedDateTime arithmetic, and a fixed Clock.
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

public class DurationsInstants {
    public static void main(String[] args) {
        Duration d = Duration.ofHours(49).plusMinutes(3).plusSeconds(7).plusMillis(250);
        System.out.println(d + " " + d.toDays() + " " + d.toHoursPart() + " " + d.toMinutesPart()
            + " " + d.toSecondsPart() + " " + d.toMillis() + " " + d.toNanosPart() + " " + d.getSeconds());
        System.out.println(Duration.ZERO + " " + Duration.ofMillis(-1) + " " + Duration.ofSeconds(-90)
            + " " + Duration.ofSeconds(1, -1) + " " + Duration.ofDays(-1).plusNanos(1) + " " + d.negated());
        System.out.println(d.multipliedBy(3) + " " + d.dividedBy(7) + " " + d.dividedBy(Duration.ofMinutes(10))
            + " " + d.truncatedTo(ChronoUnit.HOURS) + " " + d.abs().equals(d) + " " + d.compareTo(Duration.ofDays(3)));
        System.out.println(Duration.parse("PT1H30M") + " " + Duration.parse("P2DT3.5S") + " " + Duration.parse("-PT10M")
            + " " + Duration.parse("PT-6H+3M") + " " + Duration.of(5, ChronoUnit.HALF_DAYS));
        System.out.println(Duration.between(LocalDateTime.of(2024, 1, 1, 0, 0), LocalDateTime.of(2024, 3, 1, 12, 30))
            + " " + d.hashCode() + " " + d.isNegative() + " " + d.isZero());

        Instant epoch = Instant.EPOCH;
        Instant instant = Instant.ofEpochSecond(1_700_000_000L, 123_000_000);
        System.out.println(epoch + " " + instant + " " + instant.toEpochMilli() + " " + Instant.ofEpochMilli(-1)
            + " " + instant.plus(1, ChronoUnit.DAYS) + " " + instant.minusNanos(123_000_001)
            + " " + Instant.ofEpochSecond(-62135596800L));
        System.out.println(Instant.parse("2024-02-29T12:00:00Z").getEpochSecond()
            + " " + instant.truncatedTo(ChronoUnit.HOURS) + " " + instant.isAfter(epoch)
            + " " + ChronoUnit.DAYS.between(epoch, instant) + " " + instant.until(epoch, ChronoUnit.SECONDS)
            + " " + instant.hashCode());
        System.out.println(Instant.MIN + " " + Instant.MAX);

        ZonedDateTime utc = instant.atZone(ZoneOffset.UTC);
        OffsetDateTime east = instant.atOffset(ZoneOffset.ofHoursMinutes(5, 30));
        System.out.println(utc + " " + east + " " + east.toLocalDate()
            + " " + east.withOffsetSameInstant(ZoneOffset.ofHours(-8))
            + " " + east.withOffsetSameLocal(ZoneOffset.ofHours(-8)) + " " + east.toInstant().equals(instant));
        System.out.println(utc.plusMonths(4).getDayOfWeek() + " " + utc.toEpochSecond()
            + " " + utc.withZoneSameInstant(ZoneOffset.of("+09:00"))
            + " " + ZoneOffset.of("-02:15:30").getTotalSeconds() + " " + ZoneOffset.MAX
            + " " + ZoneOffset.ofTotalSeconds(0));
        Clock clock = Clock.fixed(instant, ZoneOffset.UTC);
        System.out.println(clock + " " + clock.millis() + " " + LocalDateTime.now(clock)
            + " " + Clock.offset(clock, Duration.ofMinutes(5)).instant()
            + " " + Clock.tick(clock, Duration.ofHours(1)).instant());

        Runnable[] attempts = {
            () -> Duration.parse("1h"), () -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1),
                () -> Duration.ofDays(1).dividedBy(0), () -> Instant.MAX.plusSeconds(1),
                () -> Instant.parse("2024-02-30T00:00:00Z"),
            () -> ZoneOffset.ofHours(19), () -> ZoneOffset.of("5"), () -> Duration.of(1, ChronoUnit.MONTHS),
                () -> Duration.ofSeconds(Long.MAX_VALUE).toMillis(),
        };
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (DateTimeException | ArithmeticException e) {
                System.out.println(e);
            }
        }
    }
}
