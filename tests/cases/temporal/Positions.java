//@ holds: ltl F "main at Positions.outer"
//@ holds: ltl G ("main at Positions.inner" -> "main at Positions.outer")
//@ fails: ltl G ("main at Positions.outer" -> "main at Positions.inner")
//@ holds: ltl F ("main at Positions.outer" && !"main at Positions.inner" && "main.depth == 3")
//@ holds: ltl G !"worker at Positions.outer"
//@ fails: ltl G !("worker at Positions.slow" && "main at Positions.outer")
//@ holds: ltl F "some thread at Positions.slow"
//@ holds: ltl FG !"some thread at Positions.outer"
//@ holds: ltl F (main.caught && !"main at Positions.throwing")
//@ holds: ltl G (main.caught -> !"main at Positions.throwing")
//@ holds: ltl F ("main at Positions.throwing" && !main.caught)
//@ fails: ltl G !("worker at Positions.slow" && "main at Positions.throwing")
// Where threads are; exceptions end methods too.

public class Positions {
    static int depth;
    static boolean caught;
    static volatile int busy;

    static void outer() {
        inner(3);
        depth++;
        depth--;
    }

    static void inner(int n) {
        if (n > 0) {
            depth++;
            inner(n - 1);
        }
    }

    static void slow() {
        busy++;
    }

    static int throwing(int[] array) {
        return array[5];
    }

    public static void main(String[] args) {
        new Thread(Positions::slow, "worker").start();
        outer();
        try {
            throwing(new int[2]);
        } catch (ArrayIndexOutOfBoundsException e) {
            caught = true;
        }
    }
}
