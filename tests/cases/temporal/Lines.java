//@ holds: ltl F "main at Lines.work:28"
//@ holds: ltl F ("main at Lines.work:28" && F "main at Lines.work:31")
//@ fails: ltl F ("main at Lines.work:31" && F "main at Lines.work:28")
//@ holds: ltl G ("main at Lines.work:28" -> "main at Lines.work")
//@ holds: ltl G !("main at Lines.work:28" && "main at Lines.work:29")
//@ holds: ltl F ("main at Lines.work:31" && "main at Lines.inner")
//@ holds: ltl G ("main at Lines.inner" -> "main at Lines.work:31")
//@ fails: ltl G !("main at Lines.work:29" && "main.other == 1")
//@ holds: ltl F "main enters Lines.inner" && F "main leaves Lines.inner"
//@ holds: ltl !"main leaves Lines.inner" U "main enters Lines.inner"
//@ holds: ltl G ("main enters Lines.inner" -> "main at Lines.inner") && G ("main leaves Lines.inner" -> "main at Lines.inner")
//@ fails: ltl G !("main enters Lines.inner" && "main.other == 1")
//@ holds: ltl F ("main at Lines.careful:41" && F "main at Lines.careful:45")
//@ holds: ltl G ("main at Lines.careful:45" -> main.thrown)
//@ holds: ltl G !("main.total == 3" && "main at Lines.work:28")
//@ holds: ltl F "main.total == 3"
// Lines of methods, their beginnings and their ends.

public class Lines {
    static volatile int other;
    static boolean thrown;
    static int total;
    static int sum;

    static void work() {
        int n = 0;
        while (n < 3) {
            n++;
            total = n;
        }
        inner(n);
    }

    static void inner(int n) {
        int twice = 2 * n;
        sum = twice + 1;
    }

    static int careful(int[] array) {
        try {
            thrown = true;
            int at = 0;
            return array[at + 7];
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> other = 1).start();
        work();
        careful(new int[1]);
    }
}
