//@ check: assertion
//@ args: 2
// One-place buffer whose consumers look only once whether there is something to take: another may have been faster after both
// were woken. Argument: consumers (2). Expected: assertion.

public class BoundedBufferNoLoop {
    private int item;
    private boolean full;

    synchronized void put(int value) throws InterruptedException {
        while (full) {
            wait();
        }
        item = value;
        full = true;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        if (!full) {
            wait();
        }
        assert full : "nothing to take";
        full = false;
        notifyAll();
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        int consumers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        BoundedBufferNoLoop buffer = new BoundedBufferNoLoop();
        for (int i = 0; i < consumers; i++) {
            new Thread(() -> {
                try {
                    buffer.take();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }, "consumer " + (i + 1)).start();
        }
        for (int i = 0; i < consumers; i++) {
            buffer.put(i + 1);
        }
    }
}
