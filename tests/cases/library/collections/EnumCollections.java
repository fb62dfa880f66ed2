//@ run-native
// Exercises EnumMap and EnumSet: ordering, ranges, complements, null handling, and a universe wider than 64 constants.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

public class EnumCollections {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }

    enum Wide {
        A0, A1, A2, A3, A4, A5, A6, A7, A8, A9, B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, C0, C1, C2, C3, C4, C5, C6, C7,
            C8, C9,
        D0, D1, D2, D3, D4, D5, D6, D7, D8, D9, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, F0, F1, F2, F3, F4, F5, F6, F7,
            F8, F9,
        G0, G1, G2, G3, G4, G5, G6, G7, G8, G9,
    }

    public static void main(String[] args) {
        Map<Day, String> map = new EnumMap<>(Day.class);
        map.put(Day.SUN, "rest");
        map.put(Day.MON, "start");
        map.put(Day.WED, null);
        System.out.println(map + " " + map.size() + " " + map.get(Day.TUE) + " " + map.containsKey(Day.WED)
            + " " + map.containsValue(null));
        System.out.println(map.remove(Day.MON) + " " + map.merge(Day.SUN, "!", String::concat) + " " + map.keySet()
            + " " + map.values());
        for (Map.Entry<Day, String> entry : map.entrySet()) {
            entry.setValue(entry.getKey().ordinal() + "");
        }
        System.out.println(map + " " + map.equals(Map.of(Day.WED, "2", Day.SUN, "6")));
        try {
            map.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("null key refused, get(null)=" + map.get(null));
        }

        EnumSet<Day> week = EnumSet.range(Day.MON, Day.FRI);
        EnumSet<Day> weekend = EnumSet.complementOf(week);
        System.out.println(week + " " + weekend + " " + EnumSet.allOf(Day.class).size()
            + " " + EnumSet.noneOf(Day.class) + " " + EnumSet.of(Day.FRI, Day.TUE));
        System.out.println(week.remove(Day.WED) + " " + week.remove(Day.SUN) + " " + week.add(Day.SUN) + " " + week
            + " " + week.containsAll(weekend));
        week.removeAll(weekend);
        week.addAll(List.of(Day.SAT));
        week.retainAll(EnumSet.range(Day.TUE, Day.SAT));
        System.out.println(week + " " + week.clone().equals(week)
            + " " + EnumSet.copyOf(Arrays.asList(Day.THU, Day.MON)));
        try {
            EnumSet.range(Day.FRI, Day.MON);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            EnumSet.copyOf(new ArrayList<Day>());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        EnumSet<Wide> wide = EnumSet.range(Wide.F0, Wide.G5);
        System.out.println(wide + " " + wide.size() + " " + EnumSet.complementOf(wide).size()
            + " " + wide.contains(Wide.G9));
        for (Iterator<Wide> it = wide.iterator(); it.hasNext(); ) {
            if (it.next().ordinal() % 2 == 0) {
                it.remove();
            }
        }
        wide.add(Wide.A0);
        System.out.println(wide + " " + wide.removeAll(EnumSet.range(Wide.G0, Wide.G9)) + " " + wide);
        System.out.println(Day.valueOf("TUE").compareTo(Day.FRI) + " " + Arrays.toString(Day.values())
            + " " + Day.SUN.getDeclaringClass().getSimpleName());
        try {
            Day.valueOf("XYZ");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
