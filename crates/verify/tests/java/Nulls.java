import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import sun.misc.Unsafe;

/**
 * Every method whose name begins with "t" throws one NullPointerException. For each the real machine's message is printed:
 * class, method, bytecode offset, message; separated by tabs.
 */
class Nulls {
    int x;
    long wide;
    double real;
    String text;
    Nulls next;
    Nulls[] row;
    int[] ints;
    int[][] grid;
    Object[][][] cube;
    static Nulls root;
    static String name;
    static int[][] table = new int[4][];
    static Nulls[] nodes = {new Nulls(), null, new Nulls()};
    static Nulls full = new Nulls();
    static int one = 1;
    static Thread thread;
    Nulls self() { return this; }
    static Nulls none() { return null; }
    static Nulls none(int a, String b, Object c, StringBuilder d, int[][] e, Map.Entry<?, ?>[] f, long g) { return null; }
    Nulls virtualNone(double d, String[] s, Thread t) { return null; }
    static int index(int i) { return i; }
    static int[] array() { return null; }
    private int secret() { return x; }
    private int hidden;

    interface Face { Object get(String s); }

    static class Other {
        static class Deep { static Object value; Deep down; int[] data; static int[][][] all = new int[3][3][]; }
        Deep deep;
        static Other instance = new Other();
    }

    // What was null: local variables of all sorts.
    static int tLocalLength() { String s = null; return s.length(); }
    static int tParameter(String s) { return s.length(); }
    static int tParameter2(int a, long b, double c, String s) { return s.length(); }
    static int tParameterOverwritten(String s) { s = name; return s.length(); }
    int tParameterOfInstance(long l, Nulls s) { return s.x; }
    static int tSlotReused(int a, String s) { { String q = s; a = q == null ? 1 : 2; } { int z = a; a = z; } return s.length() + a; }
    int tThisField() { return next.x; }
    int tThisFieldField() { return full.next.next.x; }
    static int tMany(int a, int b, int c, int d, int e, Object f) { Object g = f; String h = (String) g; return h.length(); }
    static int tManyLocals() {
        long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14, o = 15, p = 16;
        long q = 1, r = 2, s = 3, t = 4, u = 5, v = 6, w = 7, x = 8, y = 9, z = 10, aa = 11, bb = 12, cc = 13, dd = 14, ee = 15, ff = 16;
        String last = name;
        return last.length() + (int) (a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q + r + s + t + u + v + w + x + y + z + aa + bb + cc + dd + ee + ff);
    }

    // What could not be done: fields.
    static int tGetField() { return root.x; }
    static long tGetLong() { return root.wide; }
    static void tPutField() { root.x = 3; }
    static void tPutLong(Nulls n) { n.wide = 4; }
    static void tPutDouble(Nulls n) { n.next.real = 4; }
    static void tPutNull() { full.next.next = null; }
    static void tPutComputed(int a, Nulls n) { n.x = a * 2 + index(a); }
    static void tIncrement(Nulls n) { n.x++; }
    static void tCompound(Nulls n) { n.wide += 3; }
    static void tCompoundField() { full.next.x -= 3; }
    static int tOwnSecret(Nulls n) { return n.secret(); }
    static int tOwnHidden(Nulls n) { return n.hidden; }

    // Calls.
    static Object tInvoke() { return root.self(); }
    static Object tInvokeOnCall() { return none().self(); }
    static Object tInvokeOnCall2() { return none(1, null, null, null, null, null, 2L).self(); }
    static Object tInvokeOnVirtual() { return full.virtualNone(1.5, null, null).text; }
    static Object tCallCall() { return full.self().next.self(); }
    static Object tCallChain() { return full.self().self().next.next.self().next; }
    static Object tInterface(Face f) { return f.get("a"); }
    static Object tInterfaceStatic(List<String> list) { return list.get(one); }
    static int tMapGet() { Map<String, Integer> m = new java.util.HashMap<>(); return m.get("k"); }
    static boolean tUnboxBoolean(Boolean b) { return b; }
    static double tUnboxMixed(Integer i, double d) { return i + d; }
    static int tArguments(String s) { return s.indexOf("a", index(3)); }
    static void tThreadStart() { thread.start(); }
    static int tSwitchString(String s) { switch (s) { case "a": return 1; default: return 2; } }
    static int tSwitchEnum(Thread.State s) { switch (s) { case NEW: return 1; default: return 2; } }
    static Object tObjectMethod(Object o) { return o.getClass(); }
    static Object tStringBuilderParameter(Nulls n) { return n.virtualNone(2, new String[1], null); }
    static Object tArrayClone(int[] a) { return a.clone(); }
    static Object tArrayCloneObject(String[][] a) { return a.clone(); }
    static Object tInnerClass() { return root.new Inner(); }
    class Inner { int y = x; }
    static void tForEach(List<String> list) { for (String s : list) { s.length(); } }
    static void tForEachArray(String[] list) { for (String s : list) { s.length(); } }
    static void tForEachElement() { for (Nulls n : nodes) { n.self(); } }
    static Object tMethodReference(Nulls n) { Supplier<Nulls> s = n::self; return s.get(); }
    static int tLambda(Nulls n) { IntSupplier s = () -> n.x; return s.getAsInt(); }
    int tLambdaThis() { IntSupplier s = () -> next.x; return s.getAsInt(); }
    static int tGeneric(Supplier<? extends Supplier<String>> s) { Supplier<String> t = () -> null; return t.get().length(); }
    static Object tConcat(Nulls n) { return "a" + n.text + one; }
    static Object tObjects(Object o) { return java.util.Objects.requireNonNull(o); }

    // Arrays of all kinds.
    static int tLoadInt(int[] a) { return a[2]; }
    static long tLoadLong(long[] a) { return a[one]; }
    static float tLoadFloat(float[] a) { return a[0]; }
    static double tLoadDouble(double[] a) { return a[5]; }
    static byte tLoadByte(byte[] a) { return a[6]; }
    static boolean tLoadBoolean(boolean[] a) { return a[-1]; }
    static char tLoadChar(char[] a) { return a[100]; }
    static short tLoadShort(short[] a) { return a[1000]; }
    static Object tLoadObject(Object[] a) { return a[100000]; }
    static void tStoreInt(int[] a) { a[2] = 1; }
    static void tStoreLong(long[] a) { a[one] = 1; }
    static void tStoreFloat(float[] a) { a[0] = 1; }
    static void tStoreDouble(double[] a) { a[5] = 1; }
    static void tStoreByte(byte[] a) { a[6] = 1; }
    static void tStoreBoolean(boolean[] a) { a[1] = true; }
    static void tStoreChar(char[] a) { a[100] = 1; }
    static void tStoreShort(short[] a) { a[1000] = 1; }
    static void tStoreObject(Object[] a) { a[2] = "s"; }
    static int tLength(int[] a) { return a.length; }
    static int tLengthField() { return full.ints.length; }
    static int tLengthCall() { return array().length; }
    static int tIncrementElement(int[] a) { return a[3]++; }
    static void tCompoundElement(long[] a, int i) { a[i] += 2; }

    // Array elements that are null.
    static int tElement() { return table[2][3]; }
    static int tElementStore() { return table[one][0] = 5; }
    static int tElementLocal(int i) { int[][] t = table; return t[i][0]; }
    static int tElementField() { return nodes[0].row[1].x; }
    static int tElementOfElement() { return table[index(2)][1]; }
    static int tElementComputed(int i) { return table[i + 1][1]; }
    static int tElementNested(int i) { int[] k = {2, 1}; return table[k[i]][1]; }
    static int tElementNested2() { Nulls[] n = nodes; int[] k = {0, 1}; n[0].x = 1; return n[k[n[0].x]].x; }
    static int tElementFieldIndex() { full.x = 1; return nodes[full.x].x; }
    static int tElementBig() { Nulls[] many = new Nulls[40000]; return many[300].x + many[39999].x; }
    static int tElementByte() { Nulls[] many = new Nulls[200]; return many[100].x; }
    static int tElementHuge() { Nulls[] many = new Nulls[40000]; return many[39999].x; }
    static int tElementCast(Object o) { Object a = nodes; return ((Nulls[]) a)[1].x; }
    static int tElementLong(long i) { return nodes[(int) i - 1].x; }
    static int tElementChar() { char[] c = {1}; return nodes[c[0]].x; }
    static int tElementTernary(boolean b) { return nodes[b ? 1 : 0].x; }
    static Object tCube() { Object[][][] c = new Object[2][2][]; return c[1][0][5]; }
    static Object tCubeStatic() { return Other.Deep.all[1][2][0]; }
    static Object tCubeLength(int i, int j) { return Other.Deep.all[i][j].length; }

    // How deep it is told.
    static Object tDeep5() { Nulls n = chain(5); return n.next.next.next.next.next.x; }
    static Object tDeep6() { Nulls n = chain(6); return n.next.next.next.next.next.next.x; }
    static Object tDeep7() { Nulls n = chain(7); return n.next.next.next.next.next.next.next.x; }
    static Object tDeepCall() { return chain(3).next.next.next.text; }
    static Object tDeepCall4() { return chain(4).next.next.next.next.text; }
    static Object tDeepCall5() { return chain(5).next.next.next.next.next.text; }
    static Object tDeepArray() { Nulls[] a = {chain(3)}; return a[0].next.next.next.text; }
    static Object tDeepArray2() { Object[][][][][][] a = new Object[1][1][1][1][1][]; return a[0][0][0][0][0][0]; }
    static Object tDeepArray3() { Object[][][][][][][] a = new Object[1][1][1][1][1][1][]; return a[0][0][0][0][0][0][0]; }
    static Object tDeepIndex() { full.x = 1; full.ints = new int[] {1, 1}; int[] i = {1}; return nodes[full.ints[full.ints[i[0]]]].x; }
    static Object tDeepIndex2() {
        int[] i = {0, 1};
        return nodes[i[i[i[i[i[i[i[1]]]]]]]].x;
    }
    static Object tStaticDeep() { return Other.instance.deep.down.data; }
    static Object tStaticOther() { return Other.Deep.value.toString(); }
    static Nulls chain(int links) {
        Nulls first = null;
        for (int i = 0; i < links; i++) { Nulls n = new Nulls(); n.next = first; first = n; }
        return first;
    }

    // What cannot be told, and constants.
    static int tTernary(boolean b, String s) { return (b ? s : name).length(); }
    static int tTernaryCall(boolean b) { return (b ? none() : root).x; }
    static int tNullConstant() { return ((String) null).length(); }
    static void tThrowNull() { throw null; }
    static void tThrowLocal(RuntimeException e) { throw e; }
    static void tThrowField() throws Throwable { throw (Throwable) Other.Deep.value; }
    static void tThrowCall() { throw (RuntimeException) (Object) none(); }
    static void tSynchronized(Object o) { synchronized (o) { one = 1; } }
    static void tSynchronizedField() { synchronized (full.next) { one = 1; } }
    static void tSynchronizedCall() { synchronized (none()) { one = 1; } }
    static int tAssignment() { Nulls n; return (n = root).x; }
    static int tAssignmentField() { return (full.next = null).x; }
    static int tCast(Object o) { return ((Nulls) o).x; }
    static int tCheckedCall() { return ((Nulls) (Object) none()).x; }
    static void tExplicit() { throw new NullPointerException(); }
    static void tExplicitMessage() { throw new NullPointerException("mine"); }
    static void tExplicitSuper() { throw new Mine(); }
    static class Mine extends NullPointerException { Mine() { super(); } }

    // Flow: loops, handlers, switches.
    static int tLoop() { Nulls n = chain(3); while (true) { n = n.next; } }
    static int tLoopIndex() { int s = 0; for (int i = 0; i < 3; i++) { s += nodes[i].x; } return s; }
    static int tLoopParameter(Nulls n) { int s = 0; for (int i = 0; i < 3; i++) { s += n.x; n = n.next; } return s; }
    static int tLoopParameterLate(Nulls n) { if (n == null) { for (int i = 0; i < 3; i++) { if (i == 2) { s(n.x); } n = none(); } } return 0; }
    static void s(int i) { }
    static int tHandler(Nulls n) { try { return Integer.parseInt("x"); } catch (NumberFormatException e) { return n.x; } }
    static int tHandlerWritten(Nulls n) { try { n = none(); return Integer.parseInt("x"); } catch (NumberFormatException e) { return n.x; } }
    static int tFinally(Nulls n) { try { one = 1; } finally { s(n.x); } return 2; }
    static int tAfterSwitch(int i, Nulls n) { switch (i) { case 1: one = 1; break; case 2: n = root; break; default: one = 1; } return n.x; }
    static int tInSwitch(int i, Nulls n) { switch (i) { case 0: return 5; case 1: return n.x; default: return 3; } }
    static int tLookup(int i, Nulls n) { switch (i) { case 1000: return 5; case 1: return n.x; default: return 3; } }
    static int tSwitchOperand(Nulls n) { return index(3) + switch (n.x) { case 1 -> 2; default -> index(4); }; }
    static int tStackUnderTernary(boolean b, Nulls n) { return index(one + (b ? 1 : 2)) + n.x; }
    static int tReceiverUnderTernary(boolean b, Nulls n) { return n.virtualNone(b ? 1 : 2, null, null).x; }
    static int tAfterLoopBack(Nulls n) {
        int i = 0;
        while (true) { if (i > 2) { return n.x; } i++; if (i > 5) { n = root; } }
    }
    static int tShort(Nulls n) { return one == 1 && n.x == 2 || n.x == 3 ? 1 : 2; }
    static int tDo(Nulls n) { do { one = 1; } while (n.x > 3); return 1; }
    static int tArrayInit() { int[] a = {1, root.x, 3}; return a[0]; }
    static int tNewArgument() { return new ArrayList<>(root.row.length).size(); }
    static int tMultiArray(int i) { int[][] a = new int[i][root.x]; return a.length; }
    static boolean tInstanceOf(Nulls n) { return n.text instanceof String; }
    static long tLongMath(long a, Nulls n) { return a * 3 + (a << 2) - n.wide % 5; }
    static double tDoubleMath(double a, Nulls n) { return a * 3 + -a > 2 ? n.real : 3; }
    static int tLongCompare(long a, Nulls n) { return a > n.wide ? 1 : 0; }
    static int tDupX(Nulls n) { int k = 2; int[] a = {1}; return a[0] = n.x = k; }
    static long tDup2(Nulls n, long[] a) { return n.wide = 2; }
    static long tDup2X(long[] a) { return a[0] = 7L; }
    static long tDup2Plus(long[] a) { return a[0]++; }
    static Object tBoxed(Integer i) { return i++; }

    // Types in parentheses.
    static Object tSignature() { return root.signature(1, 'c', (byte) 1, (short) 1, 1f, 1d, 1L, true, null, null, null, null); }
    Object signature(int a, char b, byte c, short d, float e, double f, long g, boolean h, Object i, String[] j, Other.Deep k, StringBuffer[][] l) { return null; }
    static Object tVarargs() { return root.varargs("a", 1, 2L); }
    Object varargs(Object... all) { return null; }

    static Object sample(Class<?> type) {
        if (type == int.class) { return 1; }
        if (type == long.class) { return 2L; }
        if (type == double.class) { return 2.5; }
        if (type == boolean.class) { return true; }
        return null;
    }

    static long backtraceOffset(Unsafe unsafe) throws Exception {
        // The field is hidden from reflection. It is the first reference of Throwable and stands before the message.
        return unsafe.objectFieldOffset(Throwable.class.getDeclaredField("detailMessage")) - 4;
    }

    public static void main(String[] args) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long backtrace = backtraceOffset(unsafe);
        for (Method method : Nulls.class.getDeclaredMethods()) {
            if (!method.getName().startsWith("t") || method.getName().contains("$")) { continue; }
            full = new Nulls();
            one = 1;
            nodes = new Nulls[] {new Nulls(), null, new Nulls()};
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) { arguments[i] = sample(method.getParameterTypes()[i]); }
            try {
                method.setAccessible(true);
                method.invoke(new Nulls(), arguments);
                throw new AssertionError(method.getName() + " throws nothing");
            } catch (InvocationTargetException e) {
                NullPointerException npe = (NullPointerException) e.getCause();
                StackTraceElement top = npe.getStackTrace()[0];
                Object[] trace = (Object[]) unsafe.getObject(npe, backtrace);
                int bci = ((int[]) trace[1])[0] >>> 16;
                System.out.println(top.getClassName().replace('.', '/') + "\t" + top.getMethodName() + "\t" + bci + "\t" + npe.getMessage());
            }
        }
    }
}
