//@ run-native
// Exercises every access mode of VarHandle on fields of all types, which modes each supports, and exact behaviour.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

public class VarHandleModes {
    boolean flag;
    byte tiny = 1;
    short small = 2;
    char letter = 'a';
    int number = 4;
    long wide = 5;
    float single = 6;
    double real = 7;
    String text = "eight";
    final int fixed = 9;

    private static VarHandle of(String name, Class<?> type) throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(VarHandleModes.class, name, type);
    }

    private static void show(String name, VarHandle handle) {
        List<String> refused = new ArrayList<>();
        int supported = 0;
        for (VarHandle.AccessMode mode : VarHandle.AccessMode.values()) {
            if (handle.isAccessModeSupported(mode)) {
                supported++;
            } else {
                refused.add(mode.methodName());
            }
        }
        System.out.println(name + ": " + handle.varType() + " supports " + supported + " refuses " + refused.size()
            + (refused.isEmpty() ? "" : " from " + refused.get(0) + " to " + refused.get(refused.size() - 1)));
    }

    public static void main(String[] args) throws Exception {
        VarHandle number = of("number", int.class);
        VarHandle text = of("text", String.class);
        VarHandle flag = of("flag", boolean.class);
        VarHandle real = of("real", double.class);
        VarHandle letter = of("letter", char.class);
        VarHandle tiny = of("tiny", byte.class);
        for (String name : new String[] {"flag", "tiny", "small", "letter", "number", "wide", "single", "real", "text",
            "fixed"}) {
            show(name, of(name, VarHandleModes.class.getDeclaredField(name).getType()));
        }
        VarHandleModes v = new VarHandleModes();
        number.set(v, 10);
        number.setOpaque(v, (int) number.getOpaque(v) + 1);
        number.setRelease(v, (int) number.getAcquire(v) + 1);
        number.setVolatile(v, (int) number.getVolatile(v) + 1);
        System.out.println((int) number.get(v));
        System.out.println(number.compareAndSet(v, 13, 14) + " " + (int) number.compareAndExchange(v, 14, 15) + " "
            + (int) number.compareAndExchangeAcquire(v, 0, 16) + " " + (int) number.compareAndExchangeRelease(v, 15, 17));
        boolean weak = false;
        while (!weak) {
            weak = number.weakCompareAndSet(v, 17, 18);
        }
        while (!number.weakCompareAndSetPlain(v, 18, 19)) {
            Thread.onSpinWait();
        }
        while (!number.weakCompareAndSetAcquire(v, 19, 20)) {
            Thread.onSpinWait();
        }
        while (!number.weakCompareAndSetRelease(v, 20, 21)) {
            Thread.onSpinWait();
        }
        System.out.println((int) number.getAndSet(v, 22) + " " + (int) number.getAndSetAcquire(v, 23) + " "
            + (int) number.getAndSetRelease(v, 24) + " " + (int) number.getAndAdd(v, -4) + " "
            + (int) number.getAndAddAcquire(v, 100) + " " + (int) number.getAndAddRelease(v, 7) + " " + v.number);
        System.out.println((int) number.getAndBitwiseOr(v, 0x80) + " " + (int) number.getAndBitwiseAndAcquire(v, 0xF0)
            + " " + (int) number.getAndBitwiseXorRelease(v, 0xFF) + " " + Integer.toHexString(v.number));

        System.out.println((boolean) flag.getAndBitwiseOr(v, true) + " " + (boolean) flag.getAndBitwiseXor(v, true) + " "
            + v.flag + " " + flag.compareAndSet(v, false, true) + " " + (double) real.getAndAdd(v, 0.5) + " " + v.real
            + " " + real.compareAndSet(v, 7.5, Double.NaN) + " " + real.compareAndSet(v, Double.NaN, -0.0) + " "
            + real.compareAndSet(v, 0.0, 1.0));
        System.out.println((char) letter.getAndAdd(v, (char) 2) + " " + v.letter + " " + (byte) tiny.getAndAdd(v, (byte) 127)
            + " " + v.tiny + " " + (byte) tiny.getAndBitwiseXor(v, (byte) -1) + " " + v.tiny);
        System.out.println(text.compareAndSet(v, "eight", "nine") + " " + (String) text.getAndSet(v, null) + " " + v.text
            + " " + text.compareAndSet(v, null, "ten") + " " + v.text);
        for (Runnable wrong : new Runnable[] {() -> flag.getAndAdd(v, true), () -> real.getAndBitwiseOr(v, 1.0),
            () -> text.getAndAdd(v, "x"), () -> number.set(v, "text"), () -> number.set(v, 1L),
            () -> number.get("receiver"), () -> number.get((VarHandleModes) null)}) {
            try {
                wrong.run();
                System.out.println("fine");
            } catch (RuntimeException e) {
                System.out.println(e.getClass().getSimpleName());
            }
        }
        System.out.println(number.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET) + " "
            + text.accessModeType(VarHandle.AccessMode.SET) + " " + number.hasInvokeExactBehavior() + " "
            + number.withInvokeExactBehavior().hasInvokeExactBehavior());
    }
}
