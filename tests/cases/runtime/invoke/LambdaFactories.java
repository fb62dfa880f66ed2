//@ run-native
// Exercises LambdaMetafactory and MethodHandleProxies used directly: captured values, bridges, markers, and serial forms.
import java.io.Serializable;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class LambdaFactories {
    interface Tagged { }

    static int multiply(int factor, int a, int b) {
        return factor * a * b;
    }

    private final String name;

    LambdaFactories(String name) {
        this.name = name;
    }

    private String greet(Object other) {
        return name + " greets " + other;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
        CallSite lengthSite = LambdaMetafactory.metafactory(lookup, "applyAsInt",
            MethodType.methodType(ToIntFunction.class), MethodType.methodType(int.class, Object.class), length,
            MethodType.methodType(int.class, String.class));
        @SuppressWarnings("unchecked")
        ToIntFunction<String> counting = (ToIntFunction<String>) lengthSite.getTarget().invoke();
        System.out.println(counting.applyAsInt("seven!!"));

        MethodHandle multiply = lookup.findStatic(LambdaFactories.class, "multiply",
            MethodType.methodType(int.class, int.class, int.class, int.class));
        CallSite captured = LambdaMetafactory.metafactory(lookup, "applyAsInt",
            MethodType.methodType(IntBinaryOperator.class, int.class),
            MethodType.methodType(int.class, int.class, int.class), multiply,
            MethodType.methodType(int.class, int.class, int.class));
        IntBinaryOperator triple = (IntBinaryOperator) captured.getTarget().invoke(3);
        IntBinaryOperator tenfold = (IntBinaryOperator) captured.getTarget().invoke(10);
        System.out.println(triple.applyAsInt(2, 5) + " " + tenfold.applyAsInt(2, 5) + " "
            + (triple.getClass() == tenfold.getClass()));

        MethodHandle greet = lookup.findVirtual(LambdaFactories.class, "greet",
            MethodType.methodType(String.class, Object.class));
        CallSite bound = LambdaMetafactory.altMetafactory(lookup, "apply",
            MethodType.methodType(Function.class, LambdaFactories.class),
            MethodType.methodType(Object.class, Object.class), greet, MethodType.methodType(String.class, Object.class),
            LambdaMetafactory.FLAG_MARKERS, 2, Tagged.class, Serializable.class);
        Function<?, ?> greeting = (Function<?, ?>) bound.getTarget().invoke(new LambdaFactories("Ann"));
        @SuppressWarnings("unchecked")
        Function<Object, Object> typed = (Function<Object, Object>) greeting;
        System.out.println(typed.apply("Bob") + " " + (greeting instanceof Tagged) + " "
            + (greeting instanceof Serializable));

        MethodHandle concat = lookup.findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        @SuppressWarnings("unchecked")
        BiFunction<String, String, String> joining = MethodHandleProxies.asInterfaceInstance(BiFunction.class, concat);
        System.out.println(joining.apply("by ", "proxy") + " " + MethodHandleProxies.isWrapperInstance(joining) + " "
            + MethodHandleProxies.wrapperInstanceType(joining).getSimpleName() + " "
            + MethodHandleProxies.wrapperInstanceTarget(joining).type());
        @SuppressWarnings("unchecked")
        Comparator<String> comparing = MethodHandleProxies.asInterfaceInstance(Comparator.class,
            lookup.findVirtual(String.class, "compareToIgnoreCase", MethodType.methodType(int.class, String.class)));
        System.out.println(comparing.compare("A", "b") < 0);
        Supplier<Integer> lambda = () -> 5;
        System.out.println(lambda.getClass().isSynthetic() + " " + lambda.getClass().isHidden() + " "
            + lambda.getClass().getInterfaces()[0].getSimpleName() + " " + lambda.getClass().getSimpleName()
                .startsWith("LambdaFactories$$Lambda"));
        try {
            LambdaMetafactory.metafactory(lookup, "run", MethodType.methodType(Runnable.class),
                MethodType.methodType(void.class), multiply, MethodType.methodType(void.class));
        } catch (java.lang.invoke.LambdaConversionException e) {
            System.out.println("arities must agree");
        }
    }
}
