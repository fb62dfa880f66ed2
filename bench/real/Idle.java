// N threads that do nothing.
public class Idle {
    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) new Thread(() -> {}).start();
    }
}
