//@ run-native
// Exercises VarHandles over arrays, byte-array and byte-buffer views in both orders, alignment, and counters shared by threads.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

public class VarHandleViews {
    private static void attempt(String label, Runnable action) {
        try {
            action.run();
            System.out.println(label + ": fine");
        } catch (RuntimeException e) {
            System.out.println(label + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        VarHandle longs = MethodHandles.arrayElementVarHandle(long[].class);
        long[] cells = new long[3];
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int id = t;
            threads[t] = new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    longs.getAndAdd(cells, n % 3, (long) id + 1);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Arrays.toString(cells) + " " + longs.coordinateTypes() + " " + longs.varType());

        VarHandle objects = MethodHandles.arrayElementVarHandle(Object[].class);
        Object[] boxes = new String[] {"a", "b"};
        objects.setVolatile(boxes, 0, "c");
        System.out.println(objects.getAndSet(boxes, 1, "d") + " " + Arrays.toString(boxes));
        attempt("store of another type", () -> objects.set(boxes, 0, 5));
        attempt("out of bounds", () -> longs.set(cells, 3, 1L));
        attempt("negative", () -> longs.get(cells, -1));
        attempt("null array", () -> longs.get((long[]) null, 0));

        byte[] bytes = new byte[16];
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            VarHandle ints = MethodHandles.byteArrayViewVarHandle(int[].class, order);
            VarHandle shorts = MethodHandles.byteArrayViewVarHandle(short[].class, order);
            VarHandle doubles = MethodHandles.byteArrayViewVarHandle(double[].class, order);
            VarHandle chars = MethodHandles.byteArrayViewVarHandle(char[].class, order);
            Arrays.fill(bytes, (byte) 0);
            ints.set(bytes, 0, 0x0A0B0C0D);
            shorts.set(bytes, 5, (short) 0x0102);
            doubles.set(bytes, 8, 1.5);
            System.out.println(order + " " + Arrays.toString(bytes));
            System.out.println(Integer.toHexString((int) ints.get(bytes, 3)) + " " + (short) shorts.get(bytes, 5) + " "
                + (double) doubles.get(bytes, 8) + " " + (int) (char) chars.get(bytes, 0));
            attempt("past the end", () -> ints.get(bytes, 13));
        }

        ByteBuffer buffer = ByteBuffer.allocateDirect(32);
        VarHandle view = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        view.set(buffer, 1, 0x01020304);
        System.out.println(buffer.get(1) + " " + buffer.get(4) + " " + buffer.getInt(1) + " " + buffer.position());
        view.setVolatile(buffer, 8, 40);
        System.out.println((int) view.getAndAdd(buffer, 8, 2) + " " + view.compareAndSet(buffer, 8, 42, 7) + " "
            + (int) view.getVolatile(buffer, 8) + " " + (int) view.getAndBitwiseOr(buffer, 8, 8) + " "
            + (int) view.get(buffer, 8));
        attempt("misaligned volatile", () -> view.getVolatile(buffer, 9));
        attempt("misaligned plain", () -> view.get(buffer, 9));
        attempt("read-only", () -> view.set(buffer.asReadOnlyBuffer(), 0, 1));
        attempt("limit", () -> view.get(buffer.duplicate().limit(10), 8));
        attempt("not a view type", () -> MethodHandles.byteArrayViewVarHandle(byte[].class, ByteOrder.BIG_ENDIAN));
        attempt("not an array", () -> MethodHandles.arrayElementVarHandle(String.class));
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
        VarHandle.fullFence();
        System.out.println("fences passed");
    }
}
