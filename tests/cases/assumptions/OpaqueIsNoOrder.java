//@ check: safe
//@ options: --races
// An opaque access orders nothing around it: in Java the two plain accesses race. That is not looked for, and the report does not say that there are no races.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class OpaqueIsNoOrder {
    static int data;
    static final int[] flag = new int[1];
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            data = 1;
            FLAG.setOpaque(flag, 0, 1);
        });
        other.start();
        if ((int) FLAG.getOpaque(flag, 0) == 1) {
            assert data == 1;
        }
        other.join();
    }
}
