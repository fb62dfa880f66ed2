//@ check: safe
// The lecture's mutual exclusion protocol: each process raises its flag, gives the turn away, and waits until the other's flag is down or the turn
// is its own again. Both go round for ever. Expected: safe.

public class MutualExclusion {
    private volatile boolean a;
    private volatile boolean b;
    private volatile boolean turn;
    private volatile int inside;

    void process1() {
        while (true) {
            a = true;
            turn = true;
            while (b && turn) {
                Thread.onSpinWait();
            }
            criticalSection();
            a = false;
        }
    }

    void process2() {
        while (true) {
            b = true;
            turn = false;
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
        MutualExclusion shared = new MutualExclusion();
        new Thread(shared::process1, "process 1").start();
        new Thread(shared::process2, "process 2").start();
    }
}
