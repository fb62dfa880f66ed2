//@ run-native
// Exercises EnumMap and EnumSet ordering, ranges, complements, and a small state machine kept in them.
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

public class EnumCollections {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    enum State {
        IDLE, RUNNING, PAUSED, DONE;

        private static final Map<State, Set<State>> NEXT = new EnumMap<>(State.class);

        static {
            NEXT.put(DONE, EnumSet.noneOf(State.class));
            NEXT.put(IDLE, EnumSet.of(RUNNING));
            NEXT.put(PAUSED, EnumSet.of(RUNNING, DONE));
            NEXT.put(RUNNING, EnumSet.complementOf(EnumSet.of(IDLE, RUNNING)));
        }

        boolean canBecome(State s) { return NEXT.get(this).contains(s); }
    }

    public static void main(String[] args) {
        EnumMap<Day, Integer> hours = new EnumMap<>(Day.class);
        hours.put(Day.FRI, 6);
        hours.put(Day.MON, 8);
        hours.put(Day.WED, null);
        hours.merge(Day.MON, 1, Integer::sum);
        hours.putIfAbsent(Day.TUE, 7);
        hours.computeIfAbsent(Day.WED, d -> d.ordinal());
        System.out.println(hours + " " + hours.size() + " " + hours.containsKey(Day.SUN) + " " + hours.get(Day.SUN));
        for (Map.Entry<Day, Integer> e : hours.entrySet()) {
            e.setValue(e.getValue() * 10);
        }
        System.out.println(hours.keySet() + " " + hours.values());
        hours.remove(Day.MON);
        System.out.println(hours.keySet().iterator().next() + " " + hours.equals(Map.of(Day.TUE, 70, Day.WED, 20, Day.FRI, 60)));

        EnumSet<Day> weekend = EnumSet.of(Day.SUN, Day.SAT);
        EnumSet<Day> week = EnumSet.complementOf(weekend);
        System.out.println(weekend + " " + week + " " + EnumSet.range(Day.TUE, Day.THU) + " " + EnumSet.allOf(Day.class).size());
        week.removeIf(d -> d.ordinal() % 2 == 0);
        week.add(Day.SUN);
        week.add(Day.SUN);
        System.out.println(week + " " + week.containsAll(weekend) + " " + week.contains(null));
        week.retainAll(weekend);
        System.out.println(week + " " + week.equals(EnumSet.of(Day.SUN)));
        try {
            EnumSet.range(Day.FRI, Day.MON);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            hours.put(null, 1);
        } catch (NullPointerException e) {
            System.out.println("null key");
        }
        for (State from : State.values()) {
            StringBuilder row = new StringBuilder(from + " ->");
            for (State to : State.values()) {
                if (from.canBecome(to)) row.append(' ').append(to);
            }
            System.out.println(row);
        }
    }
}
