package jaywalk;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import jaywalk.kernel.Filling;

/**
 * What a program says to the model checker: values to choose from, paths to leave out, things to remember.
 *
 * <p>Under {@code jaywalk check} every call is answered by the machine: a choice is then tried with each of its values, in the order
 * in which they are listed. What stands here is what happens under plain {@code java} and under {@code jaywalk run}, where there is one path: a
 * choice takes its first value, or, with {@code -Djaywalk.seed=N}, one that depends on N alone.
 */
public class Verify {
    /** What {@link #getValue} gives for a key that has no value. */
    public static final int NO_VALUE = -1;

    /** Levels of {@link #log}. */
    public static final int SEVERE = 1;
    public static final int WARNING = 2;
    public static final int INFO = 3;
    public static final int FINE = 4;
    public static final int FINER = 5;
    public static final int FINEST = 6;

    private static final Random RANDOM = seeded();
    private static final Map<Integer, Integer> COUNTERS = new HashMap<>();
    private static final Map<String, Integer> VALUES = new HashMap<>();
    private static final Map<Integer, BitSet> BIT_SETS = new HashMap<>();
    private static int heuristicValue;

    protected Verify() {}

    private static Random seeded() {
        String seed = System.getProperty("jaywalk.seed");
        return seed == null ? null : new Random(Long.parseLong(seed.trim()));
    }

    /** One of the numbers from 0 to count - 1. */
    private static int pick(int count) {
        return RANDOM == null || count == 1 ? 0 : RANDOM.nextInt(count);
    }

    private static void notEmpty(String call, boolean empty) {
        if (empty) {
            throw new IllegalArgumentException("Verify." + call + ": a choice with an empty range");
        }
    }

    private static RuntimeException needsMachine(String call) {
        return new UnsupportedOperationException("Verify." + call + " has a meaning only under jaywalk check");
    }

    // ---- choices

    /** False, then true. */
    public static boolean getBoolean() {
        return pick(2) == 1;
    }

    /** Both values, false first or true first. */
    public static boolean getBoolean(boolean falseFirst) {
        return (pick(2) == 1) == falseFirst;
    }

    /** The older name of {@link #getBoolean()}. */
    public static boolean randomBool() {
        return getBoolean();
    }

    /** Each number from {@code min} to {@code max}, both included. */
    public static int getInt(int min, int max) {
        notEmpty("getInt(" + min + ", " + max + ")", min > max);
        long count = (long) max - min + 1;
        return count > Integer.MAX_VALUE ? min : min + pick((int) count);
    }

    /** Each number from 0 to {@code max}, both included. */
    public static int random(int max) {
        notEmpty("random(" + max + ")", max < 0);
        return max == Integer.MAX_VALUE ? 0 : pick(max + 1);
    }

    public static int getIntFromList(int... values) {
        notEmpty("getIntFromList()", values.length == 0);
        return values[pick(values.length)];
    }

    public static long getLongFromList(long... values) {
        notEmpty("getLongFromList()", values.length == 0);
        return values[pick(values.length)];
    }

    public static float getFloatFromList(float... values) {
        notEmpty("getFloatFromList()", values.length == 0);
        return values[pick(values.length)];
    }

    public static double getDoubleFromList(double... values) {
        notEmpty("getDoubleFromList()", values.length == 0);
        return values[pick(values.length)];
    }

    /** The older name of {@link #getIntFromList}. */
    public static int getIntFromSet(int... values) {
        return getIntFromList(values);
    }

    /** The older name of {@link #getLongFromList}. */
    public static long getLongFromSet(long... values) {
        return getLongFromList(values);
    }

    /** The older name of {@link #getFloatFromList}. */
    public static float getFloatFromSet(float... values) {
        return getFloatFromList(values);
    }

    /** The older name of {@link #getDoubleFromList}. */
    public static double getDoubleFromSet(double... values) {
        return getDoubleFromList(values);
    }

    /**
     * A choice that is set up outside of the program: each number from the property {@code key.min} to {@code key.max}, or each of
     * those in {@code key.values}, which stand there with commas or colons between them.
     */
    public static int getInt(String key) {
        String values = System.getProperty(key + ".values");
        if (values != null) {
            String[] items = values.split("[,:]");
            return Integer.parseInt(items[pick(items.length)].trim());
        }
        String min = System.getProperty(key + ".min");
        String max = System.getProperty(key + ".max");
        if (min == null || max == null) {
            throw unknownKey("getInt", key);
        }
        return getInt(Integer.parseInt(min.trim()), Integer.parseInt(max.trim()));
    }

    /** A choice that is set up outside of the program: each of the numbers in the property {@code key.values}. */
    public static double getDouble(String key) {
        String values = System.getProperty(key + ".values");
        if (values == null) {
            throw unknownKey("getDouble", key);
        }
        String[] items = values.split("[,:]");
        return Double.parseDouble(items[pick(items.length)].trim());
    }

    private static RuntimeException unknownKey(String call, String key) {
        return new UnsupportedOperationException("Verify." + call + "(\"" + key + "\"): give its values with -D" + key + ".values=1,2,3");
    }

    /**
     * Each object of the class that the property {@code key.type} names, and null if {@code key.include_null} is true; null if there is
     * none.
     */
    public static Object getObject(String key) {
        throw needsMachine("getObject");
    }

    /** Each object of this class that is there, or null if there is none. */
    public static Object randomObject(String type) {
        throw needsMachine("randomObject");
    }

    /** Each object of this type that the program can reach, but none of the others; null if there is none. */
    public static <T> T any(Class<T> type, Object... others) {
        throw needsMachine("any");
    }

    /**
     * The same for environments: objects that another thread has made and not shown to anybody yet may be among them or
     * not.
     */
    public static <T> T anyKnown(Class<T> type, Object... others) {
        throw needsMachine("anyKnown");
    }

    // ---- the search

    /** The path ends here if the condition holds; it is neither good nor bad. */
    public static void ignoreIf(boolean condition) {
        if (condition) {
            System.out.flush();
            System.err.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    /**
     * The path ends here if what can be reached from {@code root} was seen before, in a call of this method after as few such calls or fewer.
     * Two structures are the same if they differ in nothing but where their objects lie.
     */
    public static void stopIfVisited(Object root) {}

    /** A hint for heuristic searches. */
    public static void interesting(boolean condition) {}

    /** A hint for heuristic searches. */
    public static void boring(boolean condition) {}

    /** A remark for searches of Java PathFinder. */
    public static void setAnnotation(String remark) {}

    /** Other threads may run here. */
    public static void breakTransition(String reason) {}

    /** Ends a step, and chooses one of the numbers from {@code min} to {@code max}. */
    public static int breakTransition(String reason, int min, int max) {
        return getInt(min, max);
    }

    /** No other thread runs from here to {@link #endAtomic}, unless this one has to wait. May be nested. */
    public static void beginAtomic() {}

    public static void endAtomic() {}

    /** Ends the whole search, which is then not complete. */
    public static void terminateSearch() {
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(0);
    }

    public static void busyWait(long duration) {}

    public static void setHeuristicSearchValue(int value) {
        heuristicValue = value;
    }

    public static int getHeuristicSearchValue() {
        return heuristicValue;
    }

    public static void resetHeuristicSearchValue() {
        heuristicValue = 0;
    }

    /** States that were seen before are recognised. */
    public static boolean vmIsMatchingStates() {
        return false;
    }

    /** The program is being explored, and not just run. */
    public static boolean isRunningInJPF() {
        return false;
    }

    /** A path that was kept is gone again, which is never told to the program: it would leave the path. */
    public static boolean isTraceReplay() {
        return false;
    }

    public static void assertTrue(boolean condition) {
        if (!condition) {
            throw new AssertionError("Verify.assertTrue failed");
        }
    }

    public static void assertTrue(String message, boolean condition) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    // ---- output; under check only the path that is told prints

    public static void print(String text) {
        System.out.print(text);
    }

    public static void print(String text, int number) {
        System.out.print(text + " : " + number);
    }

    public static void print(String text, boolean truth) {
        System.out.print(text + " : " + truth);
    }

    public static void print(String... texts) {
        for (String text : texts) {
            System.out.print(text);
        }
    }

    public static void println() {
        System.out.println();
    }

    public static void println(String text) {
        System.out.println(text);
    }

    public static void threadPrint(String text) {
        System.out.print(Thread.currentThread().getName() + ": " + text);
    }

    public static void threadPrintln(String text) {
        System.out.println(Thread.currentThread().getName() + ": " + text);
    }

    /**
     * From now on the label holds, or no longer: the atom {@code label.name} of temporal properties. A label that no property names is not part of
     * the state.
     */
    public static void label(String name, boolean holds) {}

    /** A remark for the path that is told. */
    public static void addComment(String text) {}

    public static void log(String logger, int level, String message) {
        System.err.println(message);
    }

    public static void log(String logger, int level, String message, String argument) {
        System.err.println(message + " " + argument);
    }

    public static void log(String logger, int level, String format, Object... arguments) {
        StringBuilder text = new StringBuilder(format);
        for (Object argument : arguments) {
            text.append(' ').append(argument);
        }
        System.err.println(text);
    }

    // ---- across paths: going back to an earlier state does not take these back

    public static int getCounter(int id) {
        return COUNTERS.getOrDefault(id, 0);
    }

    public static void resetCounter(int id) {
        COUNTERS.remove(id);
    }

    public static void setCounter(int id, int value) {
        COUNTERS.put(id, value);
    }

    /** The counter after it was increased by one. */
    public static int incrementCounter(int id) {
        return COUNTERS.merge(id, 1, Integer::sum);
    }

    public static void putValue(String key, int value) {
        VALUES.put(key, value);
    }

    public static int getValue(String key) {
        return VALUES.getOrDefault(key, NO_VALUE);
    }

    public static void setBitInBitSet(int id, int bit, boolean value) {
        BIT_SETS.computeIfAbsent(id, key -> new BitSet()).set(bit, value);
    }

    public static boolean getBitInBitSet(int id, int bit) {
        BitSet bits = BIT_SETS.get(id);
        return bits != null && bits.get(bit);
    }

    // ---- what the machine knows about objects

    /** More than one thread may reach the object. */
    public static boolean isShared(Object object) {
        return false;
    }

    /** From now on the object counts as shared. A shared object stays so. */
    public static void setShared(Object object, boolean shared) {}

    // ---- attributes: under plain java they are ignored. Those of objects stay with them under check; those of values, which are in
    // fields, elements and locals, are not supported there

    public static void setFieldAttribute(Object object, String field, int value) {}

    public static int getFieldAttribute(Object object, String field) {
        return 0;
    }

    public static void addFieldAttribute(Object object, String field, int value) {}

    public static int[] getFieldAttributes(Object object, String field) {
        return new int[0];
    }

    public static void setLocalAttribute(String variable, int value) {}

    public static int getLocalAttribute(String variable) {
        return 0;
    }

    public static void addLocalAttribute(String variable, int value) {}

    public static int[] getLocalAttributes(String variable) {
        return new int[0];
    }

    public static void setElementAttribute(Object array, int index, int value) {}

    public static int getElementAttribute(Object array, int index) {
        return 0;
    }

    public static void addElementAttribute(Object array, int index, int value) {}

    public static int[] getElementAttributes(Object array, int index) {
        return new int[0];
    }

    public static void setObjectAttribute(Object object, int value) {}

    public static int getObjectAttribute(Object object) {
        return 0;
    }

    public static void addObjectAttribute(Object object, int value) {}

    public static int[] getObjectAttributes(Object object) {
        return new int[0];
    }

    // ---- the rest

    public static long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    public static String getProperty(String key) {
        return System.getProperty(key);
    }

    /** Each text is {@code key=value}. Under check, only what {@link #getProperty} tells is changed; what steers the search is not supported. */
    public static void setProperties(String... properties) {
        for (String property : properties) {
            int end = property.indexOf('=');
            if (end > 0) {
                System.setProperty(property.substring(0, end).trim(), property.substring(end + 1).trim());
            }
        }
    }

    // ---- bits that flip

    /** The value with any {@code flips} of its lowest {@code length} bits the other way round. */
    public static long getBitFlip(long value, int flips, int length) {
        if (length < 1 || length > 64 || flips < 0 || flips > Math.min(7, length)) {
            throw new IllegalArgumentException("Verify.getBitFlip: " + flips + " of " + length
                + " bits; at most 7 of at most 64 can be flipped");
        }
        long ways = ways(length, flips);
        long which = ways > Integer.MAX_VALUE ? 0 : pick((int) ways);
        long mask = 0;
        for (int bit = length - 1; bit >= 0; bit--) {
            long without = ways(bit, flips);
            if (flips > 0 && which >= without) {
                which -= without;
                flips--;
                mask |= 1L << bit;
            }
        }
        return value ^ mask;
    }

    private static long ways(int length, int flips) {
        long product = 1;
        for (int i = 0; i < flips; i++) {
            product = product * Math.max(0, length - i) / (i + 1);
        }
        return product;
    }

    public static long getBitFlip(long value, int flips) {
        return getBitFlip(value, flips, 64);
    }

    public static int getBitFlip(int value, int flips) {
        return (int) getBitFlip((long) value, flips, 32);
    }

    public static short getBitFlip(short value, int flips) {
        return (short) getBitFlip((long) value, flips, 16);
    }

    public static char getBitFlip(char value, int flips) {
        return (char) getBitFlip((long) value, flips, 16);
    }

    public static byte getBitFlip(byte value, int flips) {
        return (byte) getBitFlip((long) value, flips, 8);
    }

    // ---- paths to keep: under check each is a finding with a replay string; without "AndTerminate" the path goes on as well

    public static void storeTrace(String file, String comment) {}

    public static void storeTraceIf(boolean condition, String file, String comment) {}

    public static void storeTraceAndTerminate(String file, String comment) {}

    public static void storeTraceAndTerminateIf(boolean condition, String file, String comment) {}

    public static void freezeSharedness(Object object, boolean freeze) {}

    /** A method of the class, or of one that extends it, is among the callers. */
    public static boolean isCalledFromClass(String name) {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(frames -> frames.anyMatch(frame -> {
            for (Class<?> at = frame.getDeclaringClass(); at != null; at = at.getSuperclass()) {
                if (at.getName().equals(name)) {
                    return true;
                }
            }
            return false;
        }));
    }

    // ---- marks for tools that jaywalk is not

    public static void atLabel(String label) {}

    public static void atLabel(int label) {}

    public static void instrumentPoint(String label) {}

    public static void instrumentPointDeep(String label) {}

    public static void instrumentPointDeepRecur(String label, int depth) {}

    /** The path is told anyway when something is found on it. */
    public static void printPathOutput(String message) {}

    public static void printPathOutput(boolean condition, String message) {}

    // ---- objects out of texts and files

    private static final class Asking implements Filling.Chooser {
        @Override
        public int pick(int count) {
            return Verify.pick(count);
        }

        @Override
        public void tell(String what) {}
    }

    /**
     * An object whose fields are what a text says, without any constructor having run. In the place of a value may stand a choice:
     * {@code TrueFalse()}, {@code IntSet(1, 2, 3)}, {@code IntInterval(1, 3)}, {@code DoubleSet(0.5, 1.5)}.
     */
    @SuppressWarnings("unchecked")
    public static <T> T createFromJSON(Class<T> type, String text) {
        return (T) Filling.create(type, text, new Asking());
    }

    /** Writes the object as {@link ObjectOutputStream} does. */
    public static void writeObjectToFile(Object object, String file) {
        try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream(file))) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException("Verify.writeObjectToFile: " + e.getMessage(), e);
        }
    }

    /** An object that {@link #writeObjectToFile} has written, here or in another program. */
    public static <T> T readObjectFromFile(Class<T> type, String file) {
        try (ObjectInputStream in = new ObjectInputStream(new FileInputStream(file))) {
            return type.cast(in.readObject());
        } catch (IOException e) {
            throw new UncheckedIOException("Verify.readObjectFromFile: " + e.getMessage(), e);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("Verify.readObjectFromFile: " + file + " needs a class that is not there", e);
        }
    }
}
