//@ check: safe
// Nobody gets in between the parts of an atomic block, also if it is nested, and also if it calls and yields.
import gov.nasa.jpf.vm.Verify;

public class AtomicBlock {
    static int count;

    static void increase() {
        Verify.beginAtomic();
        int seen = count;
        Verify.beginAtomic();
        Thread.yield();
        Verify.endAtomic();
        count = seen + 1;
        Verify.endAtomic();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(AtomicBlock::increase);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 3 : count;
    }
}
