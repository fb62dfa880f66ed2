//@ run-native
// Exercises temporal adjusters and queries: first and last days, next and previous weekdays, adjusters of our own, and holidays.
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.Year;
import java.time.YearMonth;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.time.temporal.TemporalAdjuster;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.TemporalQueries;
import java.time.temporal.UnsupportedTemporalTypeException;

public class TimeAdjusters {
    static final TemporalAdjuster NEXT_WORKDAY = TemporalAdjusters.ofDateAdjuster(date ->
        date.plusDays(switch (date.getDayOfWeek()) {
            case FRIDAY -> 3;
            case SATURDAY -> 2;
            default -> 1;
        }));

    static LocalDate easter(int year) {
        int a = year % 19;
        int b = year / 100;
        int c = year % 100;
        int d = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
        int e = (32 + 2 * (b % 4) + 2 * (c / 4) - d - c % 4) % 7;
        int f = d + e - 7 * ((a + 11 * d + 22 * e) / 451) + 114;
        return LocalDate.of(year, f / 31, f % 31 + 1);
    }

    public static void main(String[] args) {
        LocalDate date = LocalDate.of(2024, Month.FEBRUARY, 14);
        System.out.println(date.with(TemporalAdjusters.firstDayOfMonth()) + " "
            + date.with(TemporalAdjusters.lastDayOfMonth()) + " " + date.with(TemporalAdjusters.firstDayOfNextMonth()) + " "
            + date.with(TemporalAdjusters.firstDayOfYear()) + " " + date.with(TemporalAdjusters.lastDayOfYear()) + " "
            + date.with(TemporalAdjusters.firstDayOfNextYear()));
        System.out.println(date.with(TemporalAdjusters.next(DayOfWeek.WEDNESDAY)) + " "
            + date.with(TemporalAdjusters.nextOrSame(DayOfWeek.WEDNESDAY)) + " "
            + date.with(TemporalAdjusters.previous(DayOfWeek.MONDAY)) + " "
            + date.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY)) + " "
            + date.with(TemporalAdjusters.firstInMonth(DayOfWeek.FRIDAY)) + " "
            + date.with(TemporalAdjusters.lastInMonth(DayOfWeek.THURSDAY)) + " "
            + date.with(TemporalAdjusters.dayOfWeekInMonth(3, DayOfWeek.MONDAY)) + " "
            + date.with(TemporalAdjusters.dayOfWeekInMonth(-1, DayOfWeek.MONDAY)));
        LocalDate day = LocalDate.of(2023, 12, 28);
        for (int i = 0; i < 4; i++) {
            day = day.with(NEXT_WORKDAY);
            System.out.print(day + " " + day.getDayOfWeek() + "; ");
        }
        System.out.println(LocalDateTime.of(2024, 5, 3, 12, 0).with(NEXT_WORKDAY).with(LocalTime.MIDNIGHT));
        System.out.println(easter(2023) + " " + easter(2024) + " " + easter(2025) + " " + easter(1981));

        System.out.println(date.with(ChronoField.DAY_OF_YEAR, 366) + " " + date.withMonth(4).with(Month.JUNE) + " "
            + date.with(Year.of(2023)) + " " + YearMonth.of(2023, 2).atEndOfMonth() + " "
            + MonthDay.of(2, 29).atYear(2023) + " " + MonthDay.of(2, 29).isValidYear(2024));
        System.out.println(date.get(IsoFields.QUARTER_OF_YEAR) + " " + date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) + " "
            + date.get(ChronoField.ALIGNED_WEEK_OF_MONTH) + " " + date.getLong(JulianFields.MODIFIED_JULIAN_DAY) + " "
            + date.with(IsoFields.DAY_OF_QUARTER, 1) + " " + date.plus(1, IsoFields.QUARTER_YEARS) + " "
            + LocalDate.of(2021, 1, 1).get(IsoFields.WEEK_BASED_YEAR));
        System.out.println(date.query(TemporalQueries.precision()) + " " + date.query(TemporalQueries.zone()) + " "
            + date.query(TemporalQueries.localTime()) + " " + date.query(temporal -> temporal.get(ChronoField.YEAR) * 2)
            + " " + date.range(ChronoField.DAY_OF_MONTH) + " " + ChronoField.MONTH_OF_YEAR.range());
        System.out.println(ChronoUnit.WEEKS.between(date, easter(2024)) + " " + date.until(easter(2024)) + " "
            + ChronoUnit.DECADES.between(date, date.plusYears(25)) + " " + date.datesUntil(date.plusDays(10)).count());
        for (Runnable wrong : new Runnable[] {() -> date.get(ChronoField.HOUR_OF_DAY), () -> date.plus(1, ChronoUnit.HOURS),
            () -> date.withDayOfMonth(30), () -> LocalDate.of(2023, 2, 29), () -> date.with(ChronoField.DAY_OF_WEEK, 8)}) {
            try {
                wrong.run();
            } catch (UnsupportedTemporalTypeException e) {
                System.out.println("unsupported: " + e.getMessage());
            } catch (java.time.DateTimeException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
