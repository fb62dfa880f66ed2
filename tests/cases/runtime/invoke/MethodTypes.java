//@ run-native
// Exercises MethodType: construction, changes, wrapping, erasure, descriptors in both directions, and equality.
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

public class MethodTypes {
    public static void main(String[] args) {
        MethodType type = MethodType.methodType(String.class, int.class, long[].class, Map.Entry.class);
        System.out.println(type + " " + type.toMethodDescriptorString() + " " + type.descriptorString());
        System.out.println(type.returnType() + " " + type.parameterCount() + " " + type.parameterType(1).getSimpleName()
            + " " + type.parameterList() + " " + Arrays.toString(type.parameterArray()) + " "
            + type.lastParameterType().getSimpleName());

        System.out.println(type.changeReturnType(void.class) + " " + type.changeParameterType(0, double.class));
        System.out.println(type.appendParameterTypes(char.class, byte.class) + " "
            + type.insertParameterTypes(0, List.of(short.class, Object.class)) + " " + type.dropParameterTypes(0, 2));
        System.out.println(type.wrap() + " " + type.wrap().unwrap() + " " + type.generic() + " " + type.erase());
        System.out.println(type.hasPrimitives() + " " + type.hasWrappers() + " " + type.wrap().hasPrimitives() + " "
            + type.wrap().hasWrappers());
        System.out.println(MethodType.genericMethodType(3) + " " + MethodType.genericMethodType(1, true) + " "
            + MethodType.methodType(int.class) + " " + MethodType.methodType(void.class, type));

        ClassLoader loader = MethodTypes.class.getClassLoader();
        for (String descriptor : new String[] {"()V", "(IJ)Ljava/lang/String;", "([[DLjava/util/List;)[Z",
            "(LMethodTypes;)LMethodTypes;"}) {
            MethodType parsed = MethodType.fromMethodDescriptorString(descriptor, loader);
            System.out.println(parsed + " round trip " + parsed.toMethodDescriptorString().equals(descriptor));
        }
        MethodType again = MethodType.methodType(String.class, new Class<?>[] {int.class, long[].class, Map.Entry.class});
        System.out.println(type.equals(again) + " " + (type == again) + " " + (type.hashCode() == again.hashCode()) + " "
            + type.equals(type.wrap()) + " " + type.describeConstable().get().displayDescriptor());
        MethodType number = MethodType.methodType(Number.class, List.class);
        System.out.println("nothing to wrap " + (number.wrap() == number.unwrap()));

        Supplier<?>[] wrong = {() -> MethodType.methodType(null), () -> MethodType.methodType(int.class, void.class),
            () -> type.parameterType(3), () -> type.changeParameterType(-1, int.class), () -> type.dropParameterTypes(2, 1),
            () -> MethodType.fromMethodDescriptorString("(I", loader),
            () -> MethodType.fromMethodDescriptorString("(LAbsent;)V", loader), () -> MethodType.genericMethodType(-1),
            () -> MethodType.genericMethodType(256)};
        for (Supplier<?> attempt : wrong) {
            try {
                System.out.println(attempt.get());
            } catch (RuntimeException | LinkageError e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
    }
}
