//@ run-native
//@ jdk: 17
// Exercises dates in fixed locales, whose data changes between versions: styles, names, first days of weeks, and SimpleDateFormat.
import java.text.DateFormat;
import java.text.DateFormatSymbols;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.format.TextStyle;
import java.time.temporal.WeekFields;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;

public class DateLocales {
    private static String visible(String text) {
        StringBuilder result = new StringBuilder();
        for (char c : text.toCharArray()) {
            result.append(c < 128 ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        return result.toString();
    }

    public static void main(String[] args) throws ParseException {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        LocalDate date = LocalDate.of(2024, 3, 5);
        LocalDateTime moment = date.atTime(16, 7, 8);
        for (Locale locale : List.of(Locale.ROOT, Locale.US, Locale.GERMANY, Locale.FRANCE)) {
            StringBuilder line = new StringBuilder(locale + ": ");
            for (FormatStyle style : FormatStyle.values()) {
                line.append(DateTimeFormatter.ofLocalizedDate(style).withLocale(locale).format(date)).append(" | ");
            }
            System.out.println(visible(line.toString()));
            System.out.println(visible("  " + DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                .withLocale(locale).format(moment) + " | " + Month.AUGUST.getDisplayName(TextStyle.SHORT, locale) + " | "
                + Month.MARCH.getDisplayName(TextStyle.FULL_STANDALONE, locale) + " | "
                + DayOfWeek.TUESDAY.getDisplayName(TextStyle.FULL, locale) + " | "
                + DayOfWeek.SUNDAY.getDisplayName(TextStyle.NARROW, locale) + " | "
                + WeekFields.of(locale).getFirstDayOfWeek() + " " + WeekFields.of(locale).getMinimalDaysInFirstWeek()));
            System.out.println(visible("  " + DateTimeFormatter.ofPattern("EEE d. MMM yyyy, h:mm a", locale).format(moment)
                + " | " + new DateFormatSymbols(locale).getShortWeekdays()[2] + " | "
                + DateFormat.getDateInstance(DateFormat.LONG, locale).format(new Date(0))));
        }
        SimpleDateFormat german = new SimpleDateFormat("EEEE, dd. MMMM yyyy HH:mm:ss.SSS Z", Locale.GERMANY);
        System.out.println(visible(german.format(new Date(1_700_000_000_123L))));
        SimpleDateFormat french = new SimpleDateFormat("d MMMM yyyy", Locale.FRANCE);
        System.out.println(french.parse("14 juillet 1789").getTime() / 86_400_000);
        german.setLenient(false);
        try {
            german.parse("Unsinn");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " " + e.getErrorOffset());
        }
        System.out.println(LocalDate.parse("5. M\u00e4rz 2024", DateTimeFormatter.ofPattern("d. MMMM yyyy", Locale.GERMANY)));
    }
}
