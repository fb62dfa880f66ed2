/** Many may read, or one may write. The unit of ReadersWriters.env. */
public class ReadersWriters {
    private int readers;
    private boolean isWriting;

    public synchronized void beginReading() throws InterruptedException {
        while (isWriting) {
            wait();
        }
        readers++;
    }

    public synchronized void endReading() {
        assert !isWriting && readers > 0 : "somebody writes while others read";
        readers--;
        notifyAll();
    }

    public synchronized void beginWriting() throws InterruptedException {
        while (isWriting || readers > 0) {
            wait();
        }
        isWriting = true;
    }

    public synchronized void endWriting() {
        assert isWriting && readers == 0 : "somebody reads while another writes";
        isWriting = false;
        notifyAll();
    }
}
