//@ run-native
// Exercises EnumMap and EnumSet in depth: order, null values, views, ranges, bulk operations, large enums, and a state machine.
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public class EnumMapDepth {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    enum Event { OPEN, CLOSE, LOCK, UNLOCK }

    enum Door {
        OPENED, CLOSED, LOCKED;

        private static final Map<Door, Map<Event, Door>> NEXT = new EnumMap<>(Door.class);

        static {
            NEXT.put(OPENED, new EnumMap<>(Map.of(Event.CLOSE, CLOSED)));
            NEXT.put(CLOSED, new EnumMap<>(Map.of(Event.OPEN, OPENED, Event.LOCK, LOCKED)));
            NEXT.put(LOCKED, new EnumMap<>(Map.of(Event.UNLOCK, CLOSED)));
        }

        Door on(Event event) {
            return NEXT.get(this).getOrDefault(event, this);
        }
    }

    enum Many {
        A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7, C8,
        C9, D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7,
        F8, F9, G0, G1, G2, G3, G4, G5, G6, G7, G8, G9
    }

    public static void main(String[] args) {
        EnumMap<Day, Integer> hours = new EnumMap<>(Day.class);
        hours.put(Day.FRI, 6);
        hours.put(Day.MON, 8);
        hours.put(Day.WED, null);
        System.out.println(hours + " " + hours.size() + " " + hours.containsKey(Day.WED) + " " + hours.get(Day.WED) + " "
            + hours.containsKey(Day.SUN) + " " + hours.containsValue(null) + " " + hours.get("MON") + " "
            + hours.merge(Day.FRI, 1, Integer::sum) + " " + hours.putIfAbsent(Day.WED, 4) + " " + hours.remove(Day.MON));
        Iterator<Map.Entry<Day, Integer>> entries = hours.entrySet().iterator();
        Map.Entry<Day, Integer> first = entries.next();
        first.setValue(40);
        System.out.println(hours + " " + first + " " + hours.keySet().contains(Day.FRI) + " " + hours.values() + " "
            + hours.equals(Map.of(Day.WED, 40, Day.FRI, 7)) + " " + hours.clone().equals(hours));
        hours.keySet().removeIf(day -> day == Day.WED);
        System.out.println(hours + " " + (hours.hashCode() == Map.of(Day.FRI, 7).hashCode()));

        EnumSet<Day> work = EnumSet.range(Day.MON, Day.FRI);
        EnumSet<Day> rest = EnumSet.complementOf(work);
        System.out.println(work + " " + rest + " " + EnumSet.noneOf(Day.class) + " " + EnumSet.of(Day.SUN, Day.MON) + " "
            + EnumSet.copyOf(Set.of(Day.THU)) + " " + work.containsAll(EnumSet.of(Day.TUE)) + " " + work.contains(null));
        EnumSet<Day> all = EnumSet.allOf(Day.class);
        all.removeAll(EnumSet.of(Day.MON, Day.SUN));
        all.retainAll(EnumSet.range(Day.TUE, Day.SAT));
        System.out.println(all + " " + all.add(Day.MON) + all.add(Day.MON) + " " + all.remove(Day.SAT) + " " + all.size() + " "
            + all.stream().map(d -> d.name().charAt(0)).collect(Collectors.toList()));
        Iterator<Day> days = all.iterator();
        days.next();
        all.add(Day.SUN);
        all.remove(Day.TUE);
        StringBuilder weak = new StringBuilder();
        days.forEachRemaining(day -> weak.append(day).append(' '));
        System.out.println("no exception " + weak.length());

        EnumSet<Many> large = EnumSet.range(Many.F5, Many.G4);
        large.add(Many.A0);
        System.out.println(large + " " + EnumSet.complementOf(large).size() + " " + EnumSet.allOf(Many.class).size() + " "
            + large.contains(Many.G4) + large.contains(Many.G5) + " " + large.removeIf(m -> m.ordinal() % 2 == 0) + large);
        Door door = Door.OPENED;
        StringBuilder path = new StringBuilder(door.name());
        for (Event event : new Event[] {Event.LOCK, Event.CLOSE, Event.LOCK, Event.OPEN, Event.UNLOCK, Event.OPEN}) {
            door = door.on(event);
            path.append(" -").append(event).append("-> ").append(door);
        }
        System.out.println(path);
        System.out.println("grouped " + Stream.of("aa", "b", "ccc", "d").collect(Collectors.groupingBy(
            s -> Day.values()[s.length()], () -> new EnumMap<>(Day.class), Collectors.joining())));
        for (Runnable wrong : new Runnable[] {() -> hours.put(null, 1), () -> EnumSet.range(Day.FRI, Day.MON),
            () -> EnumSet.copyOf(Set.<Day>of()), () -> new EnumMap<>(Map.<Day, String>of())}) {
            try {
                wrong.run();
            } catch (NullPointerException | IllegalArgumentException e) {
                System.out.println(e.getClass().getSimpleName() + (e.getMessage() == null ? "" : " with a message"));
            }
        }
        System.out.println(Arrays.asList(Day.values()).indexOf(Day.THU));
    }
}
