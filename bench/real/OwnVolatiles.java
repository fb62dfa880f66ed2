// Two threads, each with 60 writes to a volatile of its own.
public class OwnVolatiles {
    static volatile int x, y;

    public static void main(String[] args) {
        new Thread(() -> {
            for (int i = 0; i < 60; i++) x = i;
        }).start();
        new Thread(() -> {
            for (int i = 0; i < 60; i++) y = i;
        }).start();
    }
}
