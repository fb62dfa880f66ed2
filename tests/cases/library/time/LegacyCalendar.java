//@ run-native
// Exercises the old date classes in UTC: Date, GregorianCalendar arithmetic and cutover, TimeZone and SimpleDateFormat.
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;

public class LegacyCalendar {
    private static final TimeZone UTC = TimeZone.getTimeZone("UTC");

    public static void main(String[] args) throws ParseException {
        SimpleDateFormat iso = format("yyyy-MM-dd HH:mm:ss.SSS");
        System.out.println(iso.format(new Date(0)) + " " + iso.format(new Date(-1))
            + " " + iso.format(new Date(1_700_000_000_123L)));
        Calendar calendar = new GregorianCalendar(UTC, Locale.US);
        calendar.clear();
        calendar.set(2024, Calendar.JANUARY, 31, 10, 20, 30);
        System.out.println(iso.format(calendar.getTime()) + " " + calendar.getTimeInMillis()
            + " " + calendar.get(Calendar.DAY_OF_WEEK) + " " + calendar.get(Calendar.DAY_OF_YEAR)
            + " " + calendar.get(Calendar.WEEK_OF_YEAR));
        calendar.add(Calendar.MONTH, 1);
        System.out.println(iso.format(calendar.getTime()) + " " + calendar.getActualMaximum(Calendar.DAY_OF_MONTH));
        calendar.roll(Calendar.MONTH, 11);
        calendar.add(Calendar.DAY_OF_MONTH, -45);
        calendar.roll(Calendar.HOUR_OF_DAY, 20);
        System.out.println(iso.format(calendar.getTime()) + " " + calendar.get(Calendar.AM_PM)
            + " " + calendar.get(Calendar.HOUR));
        calendar.set(Calendar.DAY_OF_MONTH, 99);
        System.out.println(iso.format(calendar.getTime()));
        calendar.setLenient(false);
        calendar.set(Calendar.MONTH, 14);
        try {
            calendar.getTime();
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }

        GregorianCalendar cutover = new GregorianCalendar(UTC, Locale.US);
        cutover.clear();
        cutover.set(1582, Calendar.OCTOBER, 4);
        cutover.add(Calendar.DAY_OF_MONTH, 1);
        System.out.println(iso.format(cutover.getTime()) + " " + cutover.isLeapYear(1500)
            + " " + cutover.isLeapYear(1900) + " " + cutover.get(Calendar.ERA));

        System.out.println(format("EEE, d MMM yyyy hh:mm a z").format(new Date(951_827_696_000L))
            + " | " + format("yy.D.F.k.K.u.Z").format(new Date(951_827_696_000L)));
        Date parsed = format("dd MMMM yyyy").parse("29 February 2000");
        System.out.println(parsed.getTime() + " " + parsed.before(new Date(0))
            + " " + parsed.compareTo(new Date(parsed.getTime())) + " " + parsed.hashCode());
        try {
            format("yyyy").parse("year");
        } catch (ParseException e) {
            System.out.println(e.getMessage() + " @" + e.getErrorOffset());
        }
        System.out.println(UTC.getID() + " " + UTC.getRawOffset()
            + " " + TimeZone.getTimeZone("GMT+3:30").getRawOffset()
            + " " + TimeZone.getTimeZone("Nowhere/Land").getID());
        System.out.println(TimeUnit.HOURS.toSeconds(3) + " " + TimeUnit.MILLISECONDS.toDays(200_000_000)
            + " " + TimeUnit.DAYS.toNanos(200_000) + " " + TimeUnit.SECONDS.convert(5, TimeUnit.MINUTES));
    }

    private static SimpleDateFormat format(String pattern) {
        SimpleDateFormat format = new SimpleDateFormat(pattern, Locale.US);
        format.setTimeZone(UTC);
        return format;
    }
}
