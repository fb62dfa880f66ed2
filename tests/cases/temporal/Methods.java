//@ holds: ltl G "main.inOrder()"
//@ fails: ltl G "main.isSmall()"
//@ holds: ltl F "main.size() == 3"
//@ holds: ltl F ("main.size() == 1" && F "main.size() == 2")
//@ holds: ltl G "main.size() <= 3"
//@ fails: ltl G !"main.throwing()"
//@ holds: ltl F "main.throwing()"
//@ holds: ltl G "main.calls == 0"
// Static methods that are evaluated on states. What they change is undone; one that throws is false.

public class Methods {
    static final int[] items = new int[3];
    static volatile int count;
    static int calls;

    static boolean inOrder() {
        calls++;
        for (int i = 1; i < count; i++) {
            if (items[i - 1] > items[i]) {
                return false;
            }
        }
        return true;
    }

    static boolean isSmall() {
        return count < 3;
    }

    static int size() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append('x');
        }
        return text.length();
    }

    static boolean throwing() {
        return items[2 + (count == 3 ? 0 : 5)] == 9;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                items[i] = 3 * i + 3;
                count = i + 1;
            }
        });
        other.start();
        other.join();
    }
}
