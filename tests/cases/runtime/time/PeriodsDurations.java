//@ run-native
// Exercises Period and Duration: arithmetic, normalisation, parsing in both directions, division, parts, and overflow.
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.Period;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAmount;

public class PeriodsDurations {
    public static void main(String[] args) {
        LocalDate start = LocalDate.of(2023, 1, 31);
        System.out.println(start.plus(Period.ofMonths(1)) + " " + start.plus(Period.of(1, 1, 1)) + " "
            + start.minus(Period.ofWeeks(2)) + " " + Period.between(start, LocalDate.of(2024, 3, 1)) + " "
            + Period.between(LocalDate.of(2024, 3, 1), start));
        Period period = Period.of(1, 14, -40);
        System.out.println(period + " " + period.normalized() + " " + period.negated() + " " + period.multipliedBy(2) + " "
            + period.plus(Period.ofDays(3)) + " " + period.toTotalMonths() + " " + period.isNegative() + " "
            + Period.ZERO.isZero() + " " + period.getUnits());
        for (String text : new String[] {"P1Y2M3D", "P3W", "-P1Y-2M", "P", "P1H", "p2d", "P1Y2W-3D"}) {
            try {
                System.out.println(text + " -> " + Period.parse(text));
            } catch (DateTimeException e) {
                System.out.println(text + ": " + e.getMessage());
            }
        }

        Duration duration = Duration.ofSeconds(93_784, 5_000_000);
        System.out.println(duration + " " + duration.toDaysPart() + " " + duration.toHoursPart() + " "
            + duration.toMinutesPart() + " " + duration.toSecondsPart() + " " + duration.toMillisPart() + " "
            + duration.toMinutes() + " " + duration.toNanosPart());
        System.out.println(duration.plusMinutes(-5) + " " + duration.negated() + " " + duration.negated().abs().equals(duration)
            + " " + duration.multipliedBy(3) + " " + duration.dividedBy(7) + " " + duration.dividedBy(Duration.ofHours(5)) + " "
            + duration.truncatedTo(ChronoUnit.HOURS));
        System.out.println(Duration.ofMillis(-1) + " " + Duration.ofMillis(-1).getSeconds() + " "
            + Duration.ofMillis(-1).getNano() + " " + Duration.ofNanos(1) + " " + Duration.ZERO + " "
            + Duration.ofDays(1).compareTo(Duration.ofHours(25)));
        for (String text : new String[] {"PT1H30M", "PT-0.5S", "P2DT3H", "-PT-6H+3M", "PT", "P1M", "PT36H", "PT1.123456789S",
            "PT1.1234567891S"}) {
            try {
                System.out.println(text + " -> " + Duration.parse(text));
            } catch (DateTimeException e) {
                System.out.println(text + ": " + e.getMessage());
            }
        }
        System.out.println(Duration.between(LocalTime.of(22, 0), LocalTime.of(6, 30)) + " "
            + LocalTime.of(22, 0).plus(Duration.ofHours(9)) + " " + Duration.of(3, ChronoUnit.HALF_DAYS) + " "
            + Duration.from(ChronoUnit.WEEKS.getDuration()));
        TemporalAmount[] amounts = {Period.ofDays(1), Duration.ofDays(1)};
        for (TemporalAmount amount : amounts) {
            try {
                System.out.println(amount + " " + start.plus(amount));
            } catch (DateTimeException e) {
                System.out.println(amount + ": " + e.getMessage());
            }
        }
        for (Runnable wrong : new Runnable[] {() -> Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1),
            () -> Duration.ofDays(Long.MAX_VALUE), () -> duration.dividedBy(0), () -> Period.ofYears(Integer.MAX_VALUE)
                .plusYears(1), () -> Duration.of(1, ChronoUnit.MONTHS), () -> duration.toNanos()}) {
            try {
                wrong.run();
                System.out.println("fine");
            } catch (ArithmeticException | DateTimeException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
    }
}
