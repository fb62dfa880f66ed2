//@ check: safe
//@ args: 1 2 2 1
// Bounded buffer between producers and consumers. Arguments: places in the buffer (2), producers (2), consumers (2), items of each
// producer (1; 0 is for ever). Expected: safe.

public class BoundedBuffer {
    private final int[] items;
    private int first;
    private int size;

    BoundedBuffer(int places) {
        items = new int[places];
    }

    synchronized void put(int item) throws InterruptedException {
        while (size == items.length) {
            wait();
        }
        items[(first + size) % items.length] = item;
        size++;
        assert size <= items.length;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (size == 0) {
            wait();
        }
        int item = items[first];
        items[first] = 0;
        first = (first + 1) % items.length;
        size--;
        assert size >= 0;
        notifyAll();
        return item;
    }

    void produce(int count, int item) {
        try {
            for (int i = 0; count == 0 || i < count; i += count == 0 ? 0 : 1) {
                put(item);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void consume(int count) {
        try {
            for (int i = 0; count == 0 || i < count; i += count == 0 ? 0 : 1) {
                assert take() > 0 : "an empty place was taken";
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        int places = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int producers = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int consumers = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        int items = args.length > 3 ? Integer.parseInt(args[3]) : 1;
        BoundedBuffer buffer = new BoundedBuffer(places);
        for (int i = 0; i < producers; i++) {
            int item = i + 1;
            new Thread(() -> buffer.produce(items, item), "producer " + item).start();
        }
        for (int i = 0; i < consumers; i++) {
            // What does not divide evenly is the first ones' share.
            int share = items * producers / consumers + (i < items * producers % consumers ? 1 : 0);
            if (items == 0 || share > 0) {
                new Thread(() -> buffer.consume(share), "consumer " + (i + 1)).start();
            }
        }
    }
}
