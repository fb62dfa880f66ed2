//@ run-native
// Exercises time zones with past, fixed rules: gaps and overlaps, offsets, transitions, conversion between zones, and ids.
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.TimeZone;

public class ZoneTransitions {
    public static void main(String[] args) {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        LocalDateTime gap = LocalDateTime.of(2021, 3, 28, 2, 30);
        LocalDateTime overlap = LocalDateTime.of(2021, 10, 31, 2, 30);
        System.out.println(gap.atZone(berlin) + " " + overlap.atZone(berlin) + " "
            + overlap.atZone(berlin).withLaterOffsetAtOverlap() + " "
            + ZonedDateTime.ofLocal(overlap, berlin, ZoneOffset.ofHours(1)));
        ZoneRules rules = berlin.getRules();
        System.out.println(rules.getValidOffsets(gap) + " " + rules.getValidOffsets(overlap) + " "
            + rules.getValidOffsets(gap.plusDays(1)) + " " + rules.getTransition(gap) + " " + rules.getTransition(gap)
                .isGap());
        ZoneOffsetTransition next = rules.nextTransition(Instant.parse("2021-06-01T00:00:00Z"));
        System.out.println(next.getDateTimeBefore() + " " + next.getDateTimeAfter() + " " + next.getDuration() + " "
            + next.isOverlap() + " " + rules.previousTransition(next.getInstant()).getInstant());
        System.out.println(rules.isDaylightSavings(Instant.parse("2021-07-01T00:00:00Z")) + " "
            + rules.getStandardOffset(Instant.EPOCH) + " " + rules.getDaylightSavings(next.getInstant().minusSeconds(1)));

        ZonedDateTime start = ZonedDateTime.of(2021, 3, 27, 12, 0, 0, 0, berlin);
        System.out.println(start.plusDays(1) + " " + start.plusHours(24) + " " + Duration.between(start, start.plusDays(1))
            + " " + ChronoUnit.DAYS.between(start, start.plusHours(24)) + " " + start.truncatedTo(ChronoUnit.DAYS).plusDays(1)
                .plusHours(3));
        ZonedDateTime newYork = start.withZoneSameInstant(ZoneId.of("America/New_York"));
        System.out.println(newYork + " " + start.withZoneSameLocal(ZoneId.of("America/New_York")) + " "
            + newYork.toInstant().equals(start.toInstant()) + " " + newYork.equals(start) + " " + start.isEqual(newYork) + " "
            + Integer.signum(start.compareTo(newYork)));
        System.out.println(start.toOffsetDateTime() + " " + start.withFixedOffsetZone() + " "
            + OffsetDateTime.of(overlap, ZoneOffset.of("-03:30")).toInstant() + " "
            + OffsetTime.parse("10:15+01:00").withOffsetSameInstant(ZoneOffset.UTC));

        for (String id : new String[] {"Z", "+2", "-03:15", "UTC+5", "GMT", "+18:00", "+18:01", "Mars/Base", "", "UTC+99"}) {
            try {
                ZoneId zone = ZoneId.of(id);
                System.out.println(id + " -> " + zone + " " + zone.normalized() + " " + zone.getRules().isFixedOffset());
            } catch (DateTimeException e) {
                System.out.println(id + ": " + e.getMessage());
            }
        }
        System.out.println(ZoneOffset.ofTotalSeconds(-3723) + " " + ZoneOffset.ofHoursMinutes(-1, -30).getTotalSeconds() + " "
            + ZoneOffset.MAX.compareTo(ZoneOffset.MIN) + " " + (ZoneOffset.of("+00:00") == ZoneOffset.UTC));
        TimeZone zone = TimeZone.getTimeZone("Europe/Berlin");
        System.out.println(zone.getOffset(1_625_000_000_000L) + " " + zone.getRawOffset() + " " + zone.useDaylightTime() + " "
            + zone.toZoneId() + " " + TimeZone.getTimeZone("Nowhere").getID() + " "
            + TimeZone.getTimeZone("GMT+0530").getID());
        System.out.println(ZonedDateTime.parse("2021-10-31T02:30+01:00[Europe/Berlin]") + " "
            + ZonedDateTime.parse("2021-01-01T00:00Z[UTC]").getZone() + " "
            + LocalDateTime.of(1890, 1, 1, 0, 0).atZone(berlin).getOffset());
    }
}
