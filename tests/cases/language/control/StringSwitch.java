//@ run-native
// Exercises switch on strings: hash collisions, fallthrough, default in the middle, null and the empty string.
public class StringSwitch {
    static int code(String word) {
        switch (word) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "":
                return 3;
            case "AaAa":
            case "BBBB":
                return 4;
            case "AaBB":
                return 5;
            default:
                return -1;
        }
    }

    static String climb(String floor) {
        StringBuilder seen = new StringBuilder();
        switch (floor) {
            case "ground":
                seen.append("g");
            case "first":
                seen.append("1");
            default:
                seen.append("d");
            case "second":
                seen.append("2");
                break;
            case "roof":
                seen.append("r");
        }
        return seen.toString();
    }

    static String arrow(String day) {
        return switch (day) {
            case "sat", "sun" -> "rest";
            case "fri" -> {
                String half = "half";
                yield half + "-day";
            }
            default -> day.isEmpty() ? "none" : "work";
        };
    }

    public static void main(String[] args) {
        for (String w : new String[] {"Aa", "BB", "", "AaAa", "BBBB", "AaBB", "BBAa", "aa", "C#"}) {
            System.out.println("[" + w + "] hash " + w.hashCode() + " -> " + code(w));
        }
        for (String f : new String[] {"ground", "first", "second", "roof", "cellar"}) {
            System.out.println(f + " " + climb(f));
        }
        for (String d : new String[] {"sat", "sun", "fri", "mon", ""}) {
            System.out.println(arrow(d));
        }
        String built = new StringBuilder("n").append("us").reverse().toString();
        System.out.println(arrow(built) + " " + (built == "sun"));
        try {
            code(null);
        } catch (NullPointerException e) {
            System.out.println("switch on null");
        }
        final String key = "x" + 1;
        switch ("x1") {
            case key:
                System.out.println("constant key");
                break;
            case "x2":
                System.out.println("other");
        }
    }
}
