//@ run-native
// Lambdas and method references that are serializable, written and made again by their class.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

public class SerializableLambdas implements Serializable {
    interface Mapper<A, B> extends Function<A, B>, Serializable {}

    interface IntTask extends Serializable {
        int run(int a, long b, double c, char d);
    }

    private final String name;

    SerializableLambdas(String name) {
        this.name = name;
    }

    Mapper<String, String> prefixer() {
        return text -> name + text;
    }

    @SuppressWarnings("unchecked")
    static <T> T copy(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return (T) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    public static void main(String[] args) throws Exception {
        int small = 7;
        long large = 1L << 40;
        boolean flag = true;
        String text = "x";
        Mapper<Integer, String> capturing = n -> n + small + text + large + flag;
        System.out.println(copy(capturing).apply(1) + " " + (copy(capturing) != capturing));
        Mapper<String, Integer> ofStatic = Integer::parseInt;
        System.out.println(copy(ofStatic).apply("12") + 1);
        Mapper<String, Integer> bound = "abcabc"::lastIndexOf;
        System.out.println(copy(bound).apply("b"));
        Mapper<String, Integer> unbound = String::length;
        System.out.println(copy(unbound).apply("four"));
        Mapper<String, StringBuilder> made = StringBuilder::new;
        System.out.println(copy(made).apply("built").reverse());
        Mapper<Integer, int[]> arrays = int[]::new;
        System.out.println(copy(arrays).apply(3).length);
        System.out.println(copy(new SerializableLambdas("pre-").prefixer()).apply("fix"));
        IntTask task = (a, b, c, d) -> (int) (a + b + c + d + small);
        System.out.println(copy(task).run(1, 2, 3.5, 'a'));
        Runnable both = (Runnable & Serializable) () -> System.out.println("ran with " + small);
        copy(both).run();
        Comparator<Map.Entry<String, Integer>> byValue = Map.Entry.comparingByValue();
        List<Map.Entry<String, Integer>> entries = new ArrayList<>(new TreeMap<>(Map.of("a", 2, "b", 1)).entrySet());
        entries.sort(copy(byValue));
        System.out.println(entries);
        BinaryOperator<Integer> sum = (BinaryOperator<Integer> & Serializable) Math::addExact;
        System.out.println(copy(sum).andThen((Mapper<Integer, Integer>) n -> n * 2).apply(3, 4));
        Mapper<Integer, Mapper<Integer, Integer>> nested = a -> b -> a * 10 + b;
        System.out.println(copy(copy(nested).apply(4)).apply(2));
        try {
            copy((Supplier<String>) () -> "no");
        } catch (NotSerializableException e) {
            System.out.println("not serializable");
        }
        describe(capturing);
        describe(bound);
    }

    static void describe(Object lambda) throws ReflectiveOperationException {
        Method replace = lambda.getClass().getDeclaredMethod("writeReplace");
        replace.setAccessible(true);
        SerializedLambda form = (SerializedLambda) replace.invoke(lambda);
        System.out.println(form.getCapturingClass() + " " + form.getFunctionalInterfaceClass() + "." + form.getFunctionalInterfaceMethodName()
            + form.getFunctionalInterfaceMethodSignature() + " " + form.getImplMethodKind() + " " + form.getImplClass() + " "
            + form.getImplMethodSignature() + " " + form.getInstantiatedMethodType());
        for (int i = 0; i < form.getCapturedArgCount(); i++) {
            System.out.println("  " + form.getCapturedArg(i));
        }
    }
}
