//@ check: safe
//@ structures: 3
// Accesses by reflection are seen like any others.
import jaywalk.Verify;
import java.lang.reflect.Field;

public class ReflectedAccess {
    public static final class Cell {
        public int value;
    }

    static void add(Field field, Cell cell) {
        try {
            field.setInt(cell, field.getInt(cell) + 1);
            field.setInt(cell, field.getInt(cell) + 1);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Cell cell = new Cell();
        Field field = Cell.class.getField("value");
        together(() -> add(field, cell), () -> add(field, cell));
        Verify.stopIfVisited(cell);
    }

    static void together(Runnable... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
