//@ holds: ltl fair F main.done
//@ fails: ltl F main.done
//@ holds: ltl G "main.value >= 0 && main.value <= 2"
//@ fails: ltl fair GF "main.value == 2"
//@ holds: ctl AG EF "main.value == 2"
// A thread that makes choices for ever must not keep the other from going on: that would not be fair.

import jaywalk.Verify;

public class Choices {
    static volatile boolean done;
    static volatile int value;

    public static void main(String[] args) {
        new Thread(() -> done = true).start();
        while (true) {
            value = Verify.getInt(0, 2);
        }
    }
}
