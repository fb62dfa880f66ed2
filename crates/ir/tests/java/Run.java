/** Calls every method t* of Shapes with many pairs of ints and prints what comes out: the oracle for the lowered code. */
public class Run {
    public static void main(String[] args) throws Exception {
        int[] values = {0, 1, 2, 3, 5, 7, -1, -2, 13, 100, 40000, 1 << 20, -100000, Integer.MAX_VALUE, Integer.MIN_VALUE};
        StringBuilder out = new StringBuilder();
        for (var method : Shapes.class.getDeclaredMethods()) {
            if (!method.getName().startsWith("t") || method.getParameterCount() != 2) continue;
            for (int a : values) {
                for (int b : values) {
                    if (method.getName().equals("tLoop") && a > 1000) continue;
                    Object result;
                    try {
                        Object value = method.invoke(null, a, b);
                        result = value instanceof Double d ? Long.toHexString(Double.doubleToLongBits(d)) : value;
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        result = e.getCause().getClass().getName();
                    }
                    out.append(method.getName()).append(' ').append(a).append(' ').append(b).append(' ').append(result).append('\n');
                }
            }
        }
        System.out.print(out);
    }
}
