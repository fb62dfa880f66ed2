//@ fails: ltl ("main.x == 1") U (F ("main.y == 1"))
//@ holds: ltl ("main.x == 1") U (F ("main.x == 1"))
// The automaton does without an atom that the formula has: what it looks at ends no step until the run is confirmed.

public class Unasked {
    static int x;
    static int y;

    public static void main(String[] args) {
        x = 1;
        x = 1;
        new Thread(() -> {}).start();
    }
}
