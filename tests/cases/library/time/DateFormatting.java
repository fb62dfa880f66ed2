//@ run-native
// Exercises DateTimeFormatter: ISO constants, fixed patterns in Locale.ROOT and Locale.US, builders, and parse errors.
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

public class DateFormatting {
    public static void main(String[] args) {
        ZonedDateTime moment = ZonedDateTime.of(2024, 2, 9, 14, 5, 6, 70_000_000, ZoneOffset.ofHours(2));
        DateTimeFormatter[] standard = {
            DateTimeFormatter.ISO_DATE_TIME, DateTimeFormatter.ISO_LOCAL_DATE, DateTimeFormatter.ISO_OFFSET_DATE_TIME,
                DateTimeFormatter.ISO_WEEK_DATE,
            DateTimeFormatter.ISO_ORDINAL_DATE, DateTimeFormatter.BASIC_ISO_DATE, DateTimeFormatter.ISO_INSTANT,
                DateTimeFormatter.RFC_1123_DATE_TIME, DateTimeFormatter.ISO_LOCAL_TIME,
        };
        for (DateTimeFormatter formatter : standard) {
            System.out.println(formatter.format(moment));
        }
        String[] patterns = {"yyyy/MM/dd HH:mm:ss", "d.M.yy", "uuuuMMdd'T'HHmmss.SSS", "hh:mm", "K:m", "D", "e", "Q",
            "n", "A", "xxx", "XX", "'quoted ''text''' yyyy", "HH:mm[:ss]", "yyyyyy", "SSSSSSSSS", "ww", "F"};
        for (String pattern : patterns) {
            System.out.println(pattern + " -> " + moment.format(DateTimeFormatter.ofPattern(pattern, Locale.ROOT)));
        }
        System.out.println(moment.format(DateTimeFormatter.ofPattern("EEEE, d MMMM yyyy", Locale.US))
            + " | " + moment.format(DateTimeFormatter.ofPattern("EEE MMM dd hh:mm a", Locale.US)));

        System.out.println(LocalDate.parse("09/02/2024", DateTimeFormatter.ofPattern("dd/MM/uuuu", Locale.ROOT))
            + " " + LocalTime.parse("07:08") + " " + LocalDateTime.parse("2024-02-09T01:02:03.4")
            + " " + OffsetDateTime.parse("2024-02-09T01:02:03+05:30")
                + " " + LocalDate.parse("20240209", DateTimeFormatter.BASIC_ISO_DATE)
                + " " + ZonedDateTime.parse("2024-02-09T01:02:03Z")
                + " " + LocalDate.parse("9 Feb 2024", DateTimeFormatter.ofPattern("d MMM uuuu", Locale.US)));
        DateTimeFormatter built = new DateTimeFormatterBuilder().appendLiteral("on ")
            .appendValue(ChronoField.DAY_OF_MONTH, 2).appendLiteral('-').appendValue(ChronoField.MONTH_OF_YEAR)
            .appendLiteral('-')
            .appendValue(ChronoField.YEAR, 4).optionalStart().appendLiteral(" at ").appendValue(ChronoField.HOUR_OF_DAY)
                .optionalEnd().toFormatter(Locale.ROOT);
        System.out.println(built.format(moment) + " " + LocalDate.parse("on 01-2-2003", built) + " " + built);
        DateTimeFormatter lenient = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT)
            .withResolverStyle(ResolverStyle.LENIENT);
        System.out.println(LocalDate.parse("2023-02-31", DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT))
            + " " + LocalDate.parse("2023-14-35", lenient));

        attempt(() -> LocalDate.parse("2024-2-09"));
        attempt(() -> LocalDate.parse("2023-02-30"));
        attempt(() -> LocalDate.parse("2024-02-09x"));
        attempt(() -> LocalTime.parse("25:00"));
        attempt(() -> LocalDateTime.parse("2024-02-09"));
        attempt(() -> LocalDate.parse("31/02/2024",
            DateTimeFormatter.ofPattern("dd/MM/uuuu", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT)));
        attempt(() -> LocalDate.of(2024, 1, 1).format(DateTimeFormatter.ofPattern("HH", Locale.ROOT)));
        attempt(() -> DateTimeFormatter.ofPattern("yyyy-bb", Locale.ROOT));
        attempt(() -> DateTimeFormatter.ofPattern("'open", Locale.ROOT));
        attempt(() -> LocalDate.parse(""));
    }

    private static void attempt(Runnable action) {
        try {
            action.run();
            System.out.println("fine");
        } catch (DateTimeParseException e) {
            System.out.println(e.getMessage() + " @" + e.getErrorIndex() + " " + e.getParsedString());
        } catch (DateTimeException | IllegalArgumentException e) {
            System.out.println(e);
        }
    }
}
