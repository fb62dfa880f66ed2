//@ run-native
// Exercises modifiers and the texts of members: Modifier.toString, toGenericString, parameters, and synthetic members.
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

public abstract class ModifierTexts {
    public static final int CONSTANT = 1;
    protected transient volatile Map<String, List<? extends Number>> cache;
    private String[] names;

    public abstract <T> T convert(Object from, Class<? super T> type) throws java.io.IOException, InterruptedException;

    protected static synchronized strictfp double compute(final int a, double... rest) {
        return a;
    }

    private final native void unseen();

    interface Contract {
        int LIMIT = 5;

        void required();

        default void optional() { }

        static void helper() { }

        private void hidden() { }
    }

    private static final class Nested<T extends Comparable<? super T>> {
        private Nested(T value, int... more) { }
    }

    private static void showAll(Member[] members) {
        List<String> lines = new ArrayList<>();
        for (Member member : members) {
            if (member.isSynthetic()) {
                continue;
            }
            String generic = member instanceof Executable e ? e.toGenericString() : ((Field) member).toGenericString();
            lines.add(member + "\n    " + generic + "\n    [" + Modifier.toString(member.getModifiers()) + "]");
        }
        lines.sort(null);
        lines.forEach(System.out::println);
    }

    public static void main(String[] args) throws Exception {
        List<Method> own = new ArrayList<>();
        for (Method method : ModifierTexts.class.getDeclaredMethods()) {
            if (!method.getName().equals("main") && !method.getName().equals("showAll")) {
                own.add(method);
            }
        }
        showAll(own.toArray(new Method[0]));
        showAll(ModifierTexts.class.getDeclaredFields());
        showAll(Contract.class.getDeclaredMethods());
        showAll(Contract.class.getDeclaredFields());
        showAll(Nested.class.getDeclaredConstructors());
        for (Parameter parameter : ModifierTexts.class.getDeclaredMethod("compute", int.class, double[].class)
            .getParameters()) {
            System.out.println(parameter + " " + parameter.getName() + " " + parameter.isVarArgs() + " "
                + parameter.isImplicit() + " " + parameter.getDeclaringExecutable().getName());
        }
        System.out.println(Modifier.toString(0xFFF) + " [" + Modifier.toString(0) + "]");
        System.out.println(Modifier.toString(Modifier.methodModifiers()) + " | " + Modifier.toString(
            Modifier.fieldModifiers()) + " | " + Modifier.toString(Modifier.parameterModifiers()));
        for (Class<?> type : Arrays.asList(ModifierTexts.class, Contract.class, Nested.class, int[].class,
            Thread.State.class, Override.class)) {
            System.out.println(Modifier.toString(type.getModifiers()) + " | " + type.toGenericString());
        }
    }
}
