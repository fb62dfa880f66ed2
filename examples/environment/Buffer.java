/** A bounded buffer with monitors. The unit of Buffer.env. */
public class Buffer {
    private final Object[] items;
    private int count;
    private int first;

    public Buffer(int size) {
        items = new Object[size];
    }

    public synchronized void put(Object item) throws InterruptedException {
        while (count == items.length) {
            wait();
        }
        assert items[(first + count) % items.length] == null : "a place is taken";
        items[(first + count) % items.length] = item;
        count++;
        notifyAll();
    }

    public synchronized Object take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        Object item = items[first];
        assert item != null : "nothing was put there";
        items[first] = null;
        first = (first + 1) % items.length;
        count--;
        notifyAll();
        return item;
    }
}
