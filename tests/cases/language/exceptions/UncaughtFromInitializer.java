//@ run-native
// Exercises an uncaught ExceptionInInitializerError whose trace shows <clinit>, <init> and a lambda-free call chain.
public class UncaughtFromInitializer {
    static class Config {
        static final Config INSTANCE = new Config();
        final int value;

        {
            System.out.println("instance block");
        }

        Config() {
            value = parse("12x");
        }

        static int parse(String s) {
            int out = 0;
            for (int i = 0; i < s.length(); i++) {
                char c = s.charAt(i);
                if (c < '0' || c > '9') {
                    throw new NumberFormatException("bad digit '" + c + "' at " + i);
                }
                out = out * 10 + (c - '0');
            }
            return out;
        }
    }

    static int load() {
        return Config.INSTANCE.value;
    }

    public static void main(String[] args) {
        System.out.println("before");
        try {
            System.out.println(load());
        } finally {
            System.out.println("finally before death");
        }
    }
}
