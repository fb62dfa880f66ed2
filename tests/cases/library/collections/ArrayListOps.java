//@ run-native
// Exercises ArrayList: growth, positional edits, bulk operations, subList views, equality, and error messages.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

public class ArrayListOps {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            list.add(i * 7 % 11);
        }
        System.out.println(list.size() + " " + list + " " + list.hashCode());
        list.add(0, -1);
        list.add(20, -2);
        System.out.println(list.set(5, 99) + " " + list.remove(6) + " " + list.remove(Integer.valueOf(99))
            + " " + list.remove(Integer.valueOf(1234)));
        System.out.println(list.indexOf(3) + " " + list.lastIndexOf(3) + " " + list.indexOf(77)
            + " " + list.contains(-2));
        System.out.println(list.removeIf(n -> n % 2 == 1) + " " + list);
        list.replaceAll(n -> n * n);
        System.out.println(list);
        System.out.println(list.addAll(2, List.of(5, 6, 7)) + " " + list.removeAll(List.of(0, 4))
            + " " + list.retainAll(List.of(5, 6, 7, 16, 36)));
        System.out.println(list + " " + list.containsAll(List.of(5, 36)) + " " + list.isEmpty());

        subLists();
        Object[] raw = list.toArray();
        Integer[] typed = list.toArray(new Integer[0]);
        Integer[] larger = new Integer[list.size() + 2];
        Arrays.fill(larger, 8);
        list.toArray(larger);
        System.out.println(raw.length + " " + typed[0] + " " + larger[list.size()] + " " + larger[list.size() + 1]
            + " " + raw.getClass().getSimpleName());
        System.out.println(list.equals(Arrays.asList(typed)) + " " + new ArrayList<>(list).equals(list)
            + " " + list.equals("x"));
        ArrayList<String> withNulls = new ArrayList<>(Arrays.asList("a", null, "b", null));
        System.out.println(withNulls + " " + withNulls.indexOf(null) + " " + withNulls.lastIndexOf(null)
            + " " + withNulls.hashCode());
        withNulls.clear();
        System.out.println(withNulls + " " + withNulls.size());

        attempt(l -> l.get(3));
        attempt(l -> l.get(-1));
        attempt(l -> l.set(3, "x"));
        attempt(l -> l.add(5, "x"));
        attempt(l -> l.remove(3));
        attempt(l -> l.subList(2, 1));
        attempt(l -> l.subList(0, 4));
        attempt(l -> l.subList(-1, 2));
        attempt(l -> new ArrayList<>(-1));
        attempt(l -> l.listIterator(9));
        attempt(l -> l.addAll(null));
    }

    private static void subLists() {
        List<Integer> base = new ArrayList<>(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        List<Integer> view = base.subList(3, 8);
        view.set(0, 33);
        view.add(44);
        view.remove(Integer.valueOf(5));
        System.out.println(view + " " + base + " " + view.subList(1, 3));
        view.subList(1, 3).clear();
        System.out.println(view + " " + base + " " + view.indexOf(44));
        base.add(1);
        try {
            view.size();
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    private static void attempt(Consumer<List<String>> action) {
        try {
            action.accept(new ArrayList<>(List.of("p", "q", "r")));
            System.out.println("fine");
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            System.out.println(e);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
