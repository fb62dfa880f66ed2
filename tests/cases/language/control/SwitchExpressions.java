//@ run-native
// Exercises switch expressions: yield, nesting, use as arguments with operands on the stack, throwing arms and mixed types.
public class SwitchExpressions {
    static int daysIn(int month, boolean leap) {
        return switch (month) {
            case 4, 6, 9, 11 -> 30;
            case 2 -> leap ? 29 : 28;
            default -> {
                if (month < 1 || month > 12) {
                    throw new IllegalArgumentException("month " + month);
                }
                yield 31;
            }
        };
    }

    static String oldStyle(int n) {
        String text = switch (n % 4) {
            case 0:
                yield "zero";
            case 1:
                n *= 2;
            case 2:
                yield "low" + n;
            default:
                String t = "";
                while (n > 0) {
                    t += n--;
                }
                yield t;
        };
        return text;
    }

    static double area(char shape, double size) {
        return size * switch (shape) {
            case 's' -> size;
            case 'c' -> Math.PI * size;
            case 'i' -> 1;
            default -> Double.NaN;
        };
    }

    static int safeParse(String s) {
        return 100 + switch (s.length()) {
            case 0 -> 0;
            default -> {
                try {
                    yield Integer.parseInt(s);
                } catch (NumberFormatException e) {
                    yield -1;
                } finally {
                    System.out.print("[" + s + "]");
                }
            }
        };
    }

    public static void main(String[] args) {
        for (int m = 0; m <= 13; m++) {
            try {
                System.out.print(daysIn(m, m == 2) + " ");
            } catch (IllegalArgumentException e) {
                System.out.print("(" + e.getMessage() + ") ");
            }
        }
        System.out.println();
        for (int n = 0; n < 8; n++) {
            System.out.println(n + " " + oldStyle(n));
        }
        System.out.println(area('s', 3) + " " + area('c', 2) + " " + area('i', 5) + " " + area('?', 1));
        for (String s : new String[] {"", "42", "x", "-100"}) {
            System.out.println(safeParse(s));
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                String cell = switch (i) {
                    case 0 -> switch (j) {
                        case 0 -> "origin";
                        default -> "edge" + j;
                    };
                    case 1 -> j == 0 ? "edge" : "diagonal";
                    default -> "far" + switch (i * j) { case 0 -> "axis"; default -> i * j; };
                };
                System.out.println(i + "," + j + " " + cell);
            }
        }
        Object mixed = switch (args.length) { case 0 -> 1; case 1 -> 2L; default -> 'c'; };
        System.out.println(mixed.getClass().getName() + " " + mixed);
        Runnable chosen = switch (args.length) {
            case 0 -> () -> System.out.println("lambda from switch");
            default -> () -> System.out.println("other");
        };
        chosen.run();
    }
}
