//@ check: safe
//@ holds: ltl G !"main.pc1 == main.CS && main.pc2 == main.CS"
// The lecture's mutual exclusion, which mutex.model, mutex.pml and mutex.smv say in other languages: the same formulas have the same verdicts.

public class Mutex {
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
        new Thread(Mutex::process1, "process 1").start();
        new Thread(Mutex::process2, "process 2").start();
    }
}
