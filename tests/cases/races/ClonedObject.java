//@ check: race
//@ options: --races
// A clone of an object reads its fields.
public class ClonedObject implements Cloneable {
    int first;
    int second;

    public static void main(String[] args) throws Exception {
        ClonedObject shared = new ClonedObject();
        Thread other = new Thread(() -> shared.second = 1);
        other.start();
        ClonedObject copy = (ClonedObject) shared.clone();
        other.join();
        assert copy.second <= 1;
    }
}
