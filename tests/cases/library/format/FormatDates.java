//@ run-native
// Exercises the date and time conversions of String.format on java.time values with Locale.ROOT and Locale.US.
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;

public class FormatDates {
    public static void main(String[] args) {
        LocalDateTime moment = LocalDateTime.of(2024, 2, 29, 15, 4, 5, 67_000_000);
        String[] fields = {"Y", "y", "C", "m", "d", "e", "j", "H", "I", "k", "l", "M", "S", "L", "N", "F", "R", "T",
            "D"};
        for (String field : fields) {
            System.out.println(field + " = " + String.format(Locale.ROOT, "%t" + field, moment));
        }
        String[] words = {"A", "a", "B", "b", "h", "p", "r"};
        for (String word : words) {
            System.out.println(word + " = " + String.format(Locale.US, "%t" + word + " %T" + word, moment, moment));
        }
        ZonedDateTime zoned = moment.atZone(ZoneOffset.UTC);
        System.out.println(String.format(Locale.US, "%ts %tQ %tz %tZ", zoned, zoned, zoned, zoned));
        System.out.println(String.format(Locale.US, "%1$tY-%1$tm-%1$td %1$tH:%1$tM", moment));
        System.out.println(String.format(Locale.US, "[%12tF][%-12tF]", moment, moment));
        System.out.println(String.format(Locale.US, "%tF %tT", LocalDate.of(1999, 12, 31), LocalTime.of(23, 59)));
        try {
            String.format(Locale.ROOT, "%tH", LocalDate.of(2020, 1, 1));
        } catch (RuntimeException e) {
            System.out.println(e.getMessage());
        }
        try {
            String.format(Locale.ROOT, "%tF", "not a date");
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }
}
