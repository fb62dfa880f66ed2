//@ check: race
//@ options: --races
// A field that is written by reflection is written.
public class ReflectiveField {
    static int value;

    public static void main(String[] args) throws Exception {
        var field = ReflectiveField.class.getDeclaredField("value");
        Thread other = new Thread(() -> value = 1);
        other.start();
        field.setInt(null, 2);
        other.join();
    }
}
