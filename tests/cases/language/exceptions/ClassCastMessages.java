//@ run-native
// Exercises ClassCastException messages for classes, interfaces, arrays, boxes and generic casts, and casts of null.
import java.util.List;

public class ClassCastMessages {
    interface Step { Object run(); }

    interface Flying { }

    static class Animal { }

    static class Dog extends Animal { }

    static class Bat extends Animal implements Flying { }

    enum Tone { LOW }

    record Note(int pitch) { }

    static void step(String what, Step s) {
        try {
            Object o = s.run();
            System.out.println(what + ": fine " + (o == null ? "null" : o.getClass().getSimpleName()));
        } catch (ClassCastException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T unchecked(Object o) { return (T) o; }

    static <T extends Animal> T bounded(Object o, Class<T> type) { return type.cast(o); }

    @SuppressWarnings("unchecked")
    static <T extends Comparable<T>> int compare(Object a, Object b) { return ((T) a).compareTo((T) b); }

    public static void main(String[] args) {
        Object text = "text";
        Object number = 5;
        Object animal = new Animal();
        Object bat = new Bat();
        Object ints = new int[] {1};
        Object strings = new String[] {"a"};
        step("string to integer", () -> (Integer) text);
        step("integer to string", () -> (String) number);
        step("integer to long", () -> (Long) number);
        step("integer to int", () -> (int) number + 1);
        step("animal to dog", () -> (Dog) animal);
        step("bat to dog", () -> (Dog) bat);
        step("bat to flying", () -> (Flying) bat);
        step("animal to flying", () -> (Flying) animal);
        step("dog array to bat array", () -> (Bat[]) (Object) new Dog[0]);
        step("dog array to animal array", () -> (Animal[]) (Object) new Dog[0]);
        step("animal array to dog array", () -> (Dog[]) (Object) new Animal[1]);
        step("ints to longs", () -> (long[]) ints);
        step("ints to objects", () -> (Object[]) ints);
        step("strings to objects", () -> (Object[]) strings);
        step("strings to integers", () -> (Integer[]) strings);
        step("ints to string", () -> (String) ints);
        step("ints to cloneable", () -> (Cloneable) ints);
        step("rows to rows", () -> (Object[][]) (Object) new String[2][2]);
        step("rows of ints to rows", () -> (Object[][]) (Object) new int[2][2]);
        step("enum", () -> (Note) (Object) Tone.LOW);
        step("record", () -> (Tone) (Object) new Note(1));
        step("null", () -> (Dog) (Object) null);
        step("library", () -> (StringBuilder) (Object) List.of(1).getClass());
        step("unchecked kept", () -> ClassCastMessages.<Dog>unchecked(text));
        step("unchecked used", () -> {
            Dog d = unchecked(text);
            return d;
        });
        step("class cast", () -> bounded(bat, Dog.class));
        step("compare", () -> compare(5, "five"));
        step("not comparable", () -> compare(animal, animal));
        step("throwable", () -> (RuntimeException) (Object) new Error());
        step("runnable", () -> (Runnable) text);
        step("intersection", () -> (Animal & Flying) animal);
    }
}
