//@ run-native
// Exercises finding and invoking methods: inheritance, overloads, bridges, varargs, statics, boxing, and thrown exceptions.
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;

public class MethodLookup {
    interface Named {
        default String title() {
            return "default title of " + name();
        }

        String name();
    }

    static class Animal implements Named, Comparable<Animal> {
        @Override
        public String name() {
            return "animal";
        }

        @Override
        public int compareTo(Animal other) {
            return name().compareTo(other.name());
        }

        protected Object self() {
            return this;
        }

        public static String describe(String text, int... numbers) {
            return text + Arrays.toString(numbers);
        }

        public void fail(String message) throws Exception {
            throw new Exception(message);
        }

        private String secret(long n) {
            return "secret " + n;
        }
    }

    static class Dog extends Animal {
        @Override
        public String name() {
            return "dog";
        }

        @Override
        protected Dog self() {
            return this;
        }

        public String bark(int times) {
            return "woof".repeat(times);
        }

        public String bark(Integer times) {
            return "boxed " + times;
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.stream(Dog.class.getDeclaredMethods()).sorted(Comparator.comparing(Method::toString))
            .map(m -> m.getName() + (m.isBridge() ? " bridge" : "") + " " + m.getReturnType().getSimpleName())
            .collect(Collectors.toList()));
        System.out.println(Arrays.stream(Dog.class.getMethods()).filter(m -> m.getDeclaringClass() != Object.class)
            .map(m -> m.getDeclaringClass().getSimpleName() + "." + m.getName() + m.getParameterCount())
            .sorted().collect(Collectors.toList()));

        Dog dog = new Dog();
        Method name = Animal.class.getMethod("name");
        System.out.println(name.invoke(dog) + " " + name.invoke(new Animal()) + " "
            + Named.class.getMethod("title").invoke(dog) + " " + Named.class.getMethod("title").isDefault());
        System.out.println(Dog.class.getMethod("bark", int.class).invoke(dog, 2) + " "
            + Dog.class.getMethod("bark", Integer.class).invoke(dog, 2) + " "
            + Dog.class.getMethod("compareTo", Animal.class).invoke(dog, new Animal()));
        Method describe = Dog.class.getMethod("describe", String.class, int[].class);
        System.out.println(describe.invoke(null, "numbers", new int[] {1, 2}) + " " + describe.isVarArgs() + " "
            + describe.getDeclaringClass().getSimpleName());
        Method secret = Animal.class.getDeclaredMethod("secret", long.class);
        System.out.println(secret.invoke(dog, 'a') + " " + secret.invoke(dog, 7) + " "
            + Dog.class.getDeclaredMethod("self").invoke(dog).getClass().getSimpleName());

        try {
            Animal.class.getMethod("fail", String.class).invoke(dog, "on purpose");
        } catch (InvocationTargetException e) {
            System.out.println(e.getMessage() + " cause " + e.getCause().getMessage() + " "
                + (e.getTargetException() == e.getCause()));
        }
        for (Object[] arguments : new Object[][] {{"x"}, {}, {1, 2}, {null}}) {
            try {
                System.out.println(Dog.class.getMethod("bark", int.class).invoke(dog, arguments));
            } catch (IllegalArgumentException e) {
                System.out.println("arguments refused " + e.getClass().getSimpleName());
            }
        }
        try {
            name.invoke("not an animal");
        } catch (IllegalArgumentException e) {
            System.out.println("receiver refused");
        }
        try {
            name.invoke(null);
        } catch (NullPointerException e) {
            System.out.println("no receiver");
        }
        for (String missing : new String[] {"secret", "absent"}) {
            try {
                Dog.class.getMethod(missing);
            } catch (NoSuchMethodException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(name.equals(Animal.class.getMethod("name")) + " " + name.equals(Dog.class.getMethod("name"))
            + " " + (name.hashCode() == ("MethodLookup$Animal".hashCode() ^ "name".hashCode())));
    }
}
