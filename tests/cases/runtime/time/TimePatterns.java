//@ run-native
// Exercises DateTimeFormatter patterns and builders in a fixed locale: formatting, strict and lenient parsing, defaults, and errors.
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Map;

public class TimePatterns {
    public static void main(String[] args) {
        ZonedDateTime moment = ZonedDateTime.of(2024, 7, 4, 9, 5, 3, 78_900_000, ZoneId.of("Europe/Berlin"));
        for (String pattern : new String[] {"yyyy-MM-dd HH:mm:ss", "yy/M/d", "D DDD", "QQQ QQQQ", "hh:mm a", "k K H h",
            "SSS n A", "EEEE EEE e", "LLLL MMM MMMMM", "GGGG", "xxx XX ZZZZ VV", "'week' w 'of' YYYY", "uuuu ''yy''",
            "[HH][:mm][ Z]"}) {
            System.out.println(pattern + " -> " + DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(moment) + " | "
                + DateTimeFormatter.ofPattern(pattern, Locale.US).format(moment));
        }
        System.out.println(DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(moment) + " "
            + DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(moment) + " " + DateTimeFormatter.BASIC_ISO_DATE.format(moment)
            + " " + DateTimeFormatter.ISO_WEEK_DATE.format(moment) + " " + DateTimeFormatter.ISO_ORDINAL_DATE.format(moment)
            + " " + DateTimeFormatter.RFC_1123_DATE_TIME.format(moment) + " " + DateTimeFormatter.ISO_INSTANT.format(moment));

        System.out.println(LocalDate.parse("2024-02-30", DateTimeFormatter.ofPattern("uuuu-MM-dd")
            .withResolverStyle(ResolverStyle.SMART)) + " " + LocalDate.parse("2024-14-35",
                DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.LENIENT)));
        DateTimeFormatter optional = new DateTimeFormatterBuilder().appendPattern("dd.MM.uuuu").optionalStart()
            .appendPattern(" HH:mm").optionalEnd().parseDefaulting(ChronoField.HOUR_OF_DAY, 12)
            .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 30).toFormatter(Locale.ROOT);
        System.out.println(LocalDateTime.parse("05.06.2024", optional) + " "
            + LocalDateTime.parse("05.06.2024 07:08", optional));
        DateTimeFormatter built = new DateTimeFormatterBuilder().parseCaseInsensitive()
            .appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD).appendLiteral('|')
            .appendText(ChronoField.MONTH_OF_YEAR, Map.of(1L, "one", 2L, "two", 7L, "seven")).appendLiteral('|')
            .padNext(4, '_').appendValue(ChronoField.DAY_OF_MONTH).appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);
        System.out.println(built.format(moment) + " " + LocalDate.parse("+12024|TWO|___9.5", built));
        TemporalAccessor parsed = DateTimeFormatter.ofPattern("HH:mm").parse("23:45");
        System.out.println(parsed.isSupported(ChronoField.HOUR_OF_DAY) + " " + parsed.isSupported(ChronoField.YEAR) + " "
            + LocalTime.from(parsed) + " " + DateTimeFormatter.ISO_DATE_TIME.parseBest("2024-01-02T03:04:05",
                OffsetDateTime::from, LocalDateTime::from).getClass().getSimpleName());

        String[][] wrong = {{"uuuu-MM-dd", "2024-2-03"}, {"uuuu-MM-dd", "2024-13-01"}, {"uuuu-MM-dd", "2024-01-01x"},
            {"dd MMM uuuu", "01 Foo 2024"}};
        for (String[] each : wrong) {
            try {
                System.out.println(LocalDate.parse(each[1], DateTimeFormatter.ofPattern(each[0], Locale.ROOT)));
            } catch (DateTimeParseException e) {
                System.out.println(e.getMessage() + " @" + e.getErrorIndex());
            }
        }
        try {
            LocalDate.parse("2023-02-29", DateTimeFormatter.ofPattern("uuuu-MM-dd").withResolverStyle(ResolverStyle.STRICT));
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage());
        }
        for (String pattern : new String[] {"yyyyyyyyyyyyyyyyyyyy", "b", "'open", "HHH"}) {
            try {
                System.out.println(DateTimeFormatter.ofPattern(pattern, Locale.ROOT));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            DateTimeFormatter.ofPattern("HH").format(LocalDate.EPOCH);
        } catch (DateTimeException e) {
            System.out.println(e.getMessage());
        }
    }
}
