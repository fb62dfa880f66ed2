//@ holds: ltl F "main.head != null"
//@ holds: ltl F "main.head.next.value == 2"
//@ fails: ltl F "main.head.next.value == 3"
//@ holds: ltl G !"main.head.next.next.value > 0"
//@ holds: ltl F G "main.numbers[1] == 7 && main.numbers.length == 3"
//@ holds: ltl F ("main.numbers[1] == 5" && F "main.numbers[1] == 7")
//@ fails: ltl F "main.numbers[3] == 0"
//@ holds: ltl FG "main.big == 5000000000L && main.real > 0.25 && main.letter == 'q' && main.small == -1"
//@ holds: ltl G "main.numbers == null || main.numbers.length - 1 >= 2 * 1"
//@ holds: ltl FG "Fields.Inner.deep && Fields.Inner.count % 4 == 3"
//@ holds: ltl G "main.CONSTANT == 9"
//@ fails: ltl G "main.head == null"
// Expressions over fields: paths, arrays, numbers of every kind, nested classes. What meets null or leaves an array is false.

public class Fields {
    static final int CONSTANT = 9;
    static Node head;
    static int[] numbers;
    static long big;
    static float real;
    static char letter;
    static byte small;

    static class Node {
        Node next;
        int value;
    }

    static class Inner {
        static boolean deep;
        static short count;
    }

    public static void main(String[] args) {
        Node first = new Node();
        first.value = 1;
        Node second = new Node();
        second.value = 2;
        head = first;
        first.next = second;
        int[] made = new int[3];
        made[1] = 5;
        numbers = made;
        made[1] = 7;
        big = 5_000_000_000L;
        real = 0.5f;
        letter = 'q';
        small = -1;
        Inner.deep = true;
        Inner.count = 7;
    }
}
