//@ check: assertion
// The lecture's mutual exclusion protocol with its first two steps exchanged: a process gives the turn away before it raises its flag.
// Expected: assertion, both get inside.

public class MutualExclusionBroken {
    private volatile boolean a;
    private volatile boolean b;
    private volatile boolean turn;
    private volatile int inside;

    void process1() {
        while (true) {
            turn = true;
            a = true;
            while (b && turn) {
                Thread.onSpinWait();
            }
            criticalSection();
            a = false;
        }
    }

    void process2() {
        while (true) {
            turn = false;
            b = true;
            while (a && !turn) {
                Thread.onSpinWait();
            }
            criticalSection();
            b = false;
        }
    }

    private void criticalSection() {
        inside++;
        assert inside == 1 : "both are inside";
        inside--;
    }

    public static void main(String[] args) {
        MutualExclusionBroken shared = new MutualExclusionBroken();
        new Thread(shared::process1, "process 1").start();
        new Thread(shared::process2, "process 2").start();
    }
}
