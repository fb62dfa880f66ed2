//@ run-native
// Exercises switch over enums: old and arrow forms, missing cases, null, and a switch over an inner enum from a nested class.
public class EnumSwitch {
    enum Signal { RED, AMBER, GREEN, BROKEN }

    enum Gear {
        LOW { int ratio() { return 4; } },
        HIGH { int ratio() { return 1; } };

        abstract int ratio();
    }

    static String advice(Signal s) {
        switch (s) {
            case RED:
                return "stop";
            case AMBER:
            case GREEN:
                return "go" + (s == Signal.AMBER ? " carefully" : "");
            default:
                return "look";
        }
    }

    static int seconds(Signal s) {
        return switch (s) {
            case RED -> 30;
            case AMBER -> 3;
            case GREEN -> {
                int base = 20;
                for (int i = 0; i < 5; i++) {
                    base += i;
                }
                yield base;
            }
            case BROKEN -> throw new IllegalStateException("no timing for " + s);
        };
    }

    static class Gearbox {
        String describe(Gear g) {
            switch (g) {
                case LOW: return "slow " + g.ratio();
                case HIGH: return "fast " + g.ratio();
            }
            return "neutral";
        }
    }

    public static void main(String[] args) {
        for (Signal s : Signal.values()) {
            System.out.print(s + ": " + advice(s) + ", ");
            try {
                System.out.println(seconds(s));
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
        Gearbox box = new Gearbox();
        for (Gear g : Gear.values()) {
            System.out.println(box.describe(g) + " " + g.getDeclaringClass().getName() + " " + g.getClass().getName());
        }
        try {
            advice(null);
        } catch (NullPointerException e) {
            System.out.println("null signal");
        }
        int hops = 0;
        Signal s = Signal.RED;
        while (s != Signal.BROKEN) {
            s = switch (s) {
                case RED -> Signal.GREEN;
                case GREEN -> Signal.AMBER;
                default -> hops++ > 1 ? Signal.BROKEN : Signal.RED;
            };
            System.out.print(s.ordinal());
        }
        System.out.println(" " + hops);
        switch (Thread.State.valueOf("BLOCKED")) {
            case NEW -> System.out.println("new");
            case BLOCKED -> System.out.println("blocked");
            default -> System.out.println("other");
        }
    }
}
