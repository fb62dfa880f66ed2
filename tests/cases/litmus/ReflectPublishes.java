//@ check: safe
//@ outputs: 1 | 2 | none

// What a reflective store makes known to others is shared from then on.

public class ReflectPublishes {
    static class Box {
        int value = 1;
    }

    static final Box[] BOXES = new Box[1];

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            Box box = new Box();
            java.lang.reflect.Array.set(BOXES, 0, box);
            /*~*/
            box.value = 2;
        });
        t.start();
        /*~*/
        Box seen = BOXES[0];
        System.out.print(seen == null ? "none" : seen.value);
        t.join();
    }
}
