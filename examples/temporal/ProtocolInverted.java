//@ check: livelock
//@ fails: ltl G !"main.pc1 == main.CS && main.pc2 == main.CS"
//@ fails: ctl AG !"main.pc1 == main.CS && main.pc2 == main.CS"
//@ holds: ctl EF "main.pc1 == main.CS && main.pc2 == main.CS"
// The protocol with the error that the lecture puts in: the test of turn is the wrong way round in the first process. Process 2 goes in; process 1
// raises its flag, sees the turn that it has just set, and goes in as well. The other
// way round both wait for ever.

public class ProtocolInverted {
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
            while (b && !turn) {
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
        new Thread(ProtocolInverted::process1, "process 1").start();
        new Thread(ProtocolInverted::process2, "process 2").start();
    }
}
