//@ check: safe
//@ holds: ltl G !"main.pc1 == main.CS && main.pc2 == main.CS"
//@ holds: ltl fair G ("main.pc1 == main.WAIT" -> F "main.pc1 == main.CS") && G ("main.pc2 == main.WAIT" -> F "main.pc2 == main.CS")
//@ fails: ltl G ("main.pc1 == main.WAIT" -> F "main.pc1 == main.CS")
//@ holds: ctl AG !"main.pc1 == main.CS && main.pc2 == main.CS"
//@ holds: ctl fair AG ("main.pc1 == main.WAIT" -> AF "main.pc1 == main.CS") && AG ("main.pc2 == main.WAIT" -> AF "main.pc2 == main.CS")
//@ fails: ctl AG ("main.pc1 == main.WAIT" -> AF "main.pc1 == main.CS")
//@ holds: ctl AG EF "main.pc1 == main.CS"
//@ fails: ltl GF "main.pc1 == main.CS"
//@ holds: ltl fair GF "main.pc1 == main.CS"
//@ holds: ctlstar A(FG main.turn) || AG EF main.turn
//@ holds: mu unreduced nu y. !"main.pc1 == main.CS && main.pc2 == main.CS" && AX y
//@ fails: mu unreduced mu y. "main.pc1 == main.CS" || AX y
//@ holds: mu unreduced mu y. "main.pc1 == main.CS" || EX y
// The lecture's mutual exclusion protocol with its places as numbers: out, wait, critical section. Both never are in their critical sections. Who
// waits gets in, if every thread that can go on does so sometime (--fair); without that, the other may spin for ever.

public class Protocol {
    static final int OUT = 0;
    static final int WAIT = 1;
    static final int CS = 2;
    static volatile boolean a;
    static volatile boolean b;
    static volatile boolean turn;
    static volatile int pc1;
    static volatile int pc2;

    static void process1() {
        while (true) {
            a = true;
            turn = true;
            pc1 = WAIT;
            while (b && turn) {
                Thread.onSpinWait();
            }
            pc1 = CS;
            pc1 = OUT;
            a = false;
        }
    }

    static void process2() {
        while (true) {
            b = true;
            turn = false;
            pc2 = WAIT;
            while (a && !turn) {
                Thread.onSpinWait();
            }
            pc2 = CS;
            pc2 = OUT;
            b = false;
        }
    }

    public static void main(String[] args) {
        new Thread(Protocol::process1, "process 1").start();
        new Thread(Protocol::process2, "process 2").start();
    }
}
