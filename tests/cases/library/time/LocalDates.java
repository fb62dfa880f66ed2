//@ run-native
// Exercises LocalDate, LocalTime, LocalDateTime, YearMonth and Period arithmetic, leap years, and field adjusters.
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;

public class LocalDates {
    public static void main(String[] args) {
        LocalDate leapDay = LocalDate.of(2024, Month.FEBRUARY, 29);
        System.out.println(leapDay + " " + leapDay.plusYears(1) + " " + leapDay.plusMonths(12)
            + " " + leapDay.minusDays(60) + " " + leapDay.plusWeeks(52));
        System.out.println(LocalDate.of(2024, 1, 31).plusMonths(1) + " " + LocalDate.of(2023, 3, 31).minusMonths(1)
            + " " + leapDay.withYear(2023) + " " + leapDay.withDayOfYear(366));
        System.out.println(leapDay.getDayOfWeek() + " " + leapDay.getDayOfYear() + " " + leapDay.lengthOfMonth()
            + " " + leapDay.lengthOfYear() + " " + leapDay.toEpochDay() + " " + LocalDate.ofEpochDay(-1));
        for (int year : new int[] {1900, 2000, 2023, 2024, 2100, 0, -4}) {
            System.out.print(Year.isLeap(year) + ":" + LocalDate.of(year, 12, 31).getDayOfYear() + " ");
        }
        System.out.println();
        System.out.println(LocalDate.MIN + " " + LocalDate.MAX + " " + LocalDate.of(12345, 6, 7)
            + " " + LocalDate.of(-44, 3, 15) + " " + LocalDate.EPOCH);
        System.out.println(leapDay.with(TemporalAdjusters.firstDayOfMonth())
            + " " + leapDay.with(TemporalAdjusters.next(DayOfWeek.MONDAY))
            + " " + leapDay.with(TemporalAdjusters.lastInMonth(DayOfWeek.FRIDAY))
            + " " + leapDay.with(TemporalAdjusters.firstDayOfNextYear()));

        LocalDate from = LocalDate.of(1999, 12, 31);
        Period period = Period.between(from, leapDay);
        System.out.println(period + " " + period.toTotalMonths() + " " + period.getDays() + " " + from.plus(period)
            + " " + from.until(leapDay, ChronoUnit.DAYS) + " " + ChronoUnit.WEEKS.between(from, leapDay)
            + " " + ChronoUnit.MONTHS.between(leapDay, from));
        System.out.println(Period.of(1, 14, -40).normalized() + " " + Period.parse("P2Y3M1W4D") + " " + Period.ZERO
            + " " + Period.ofWeeks(3).negated());
        System.out.println(from.compareTo(leapDay) + " " + from.isBefore(leapDay)
            + " " + from.equals(LocalDate.parse("1999-12-31")) + " " + leapDay.hashCode()
            + " " + from.datesUntil(from.plusDays(3)).toList());

        LocalTime time = LocalTime.of(23, 59, 58, 123_456_789);
        System.out.println(time + " " + time.plusSeconds(2) + " " + time.minusHours(25)
            + " " + time.truncatedTo(ChronoUnit.MINUTES) + " " + time.toSecondOfDay() + " " + LocalTime.NOON
            + " " + LocalTime.of(7, 5) + " " + LocalTime.MIDNIGHT.minusNanos(1)
            + " " + LocalTime.of(1, 2, 3, 40_000_000));
        LocalDateTime moment = LocalDateTime.of(leapDay, time);
        System.out.println(moment + " " + moment.plusNanos(1_000_000_000) + " " + moment.plusMinutes(3)
            + " " + moment.withHour(0).toLocalTime() + " " + moment.get(ChronoField.ALIGNED_WEEK_OF_YEAR)
            + " " + moment.getLong(ChronoField.MILLI_OF_DAY));
        System.out.println(YearMonth.of(2023, 2).atEndOfMonth() + " " + YearMonth.of(2023, 11).plusMonths(3)
            + " " + MonthDay.of(2, 29).atYear(2023) + " " + Year.of(2024).atDay(60) + " " + Month.JANUARY.minus(1)
            + " " + DayOfWeek.MONDAY.plus(15) + " " + Month.of(9).maxLength());

        Runnable[] attempts = {
            () -> LocalDate.of(2023, 2, 29), () -> LocalDate.of(2023, 13, 1), () -> LocalDate.of(2023, 4, 31),
                () -> LocalDate.ofYearDay(2023, 366), () -> LocalTime.of(24, 0),
            () -> LocalDate.MAX.plusDays(1), () -> leapDay.get(ChronoField.HOUR_OF_DAY),
                () -> leapDay.plus(1, ChronoUnit.HOURS), () -> DayOfWeek.of(8),
        };
        for (Runnable attempt : attempts) {
            try {
                attempt.run();
            } catch (DateTimeException e) {
                System.out.println(e);
            }
        }
    }
}
