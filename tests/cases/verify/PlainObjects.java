//@ run-native
//@ writes
// Objects out of texts and files are the same under java: a choice takes its first value.
import gov.nasa.jpf.vm.Verify;
import java.io.File;
import java.util.List;

public class PlainObjects {
    static class Thing { int i; boolean b; double d; String s; int[] list; Thing next; }

    public static void main(String[] args) {
        Thing thing = Verify.createFromJSON(Thing.class,
            "{'i': IntInterval(3, 5), 'b': TrueFalse(), 'd': DoubleSet(2.5, 3), 's': \"x\", 'list': [1, 2], 'next': {'i': 9}}");
        System.out.println(thing.i + " " + thing.b + " " + thing.d + " " + thing.s + " " + thing.list[1] + " " + thing.next.i);
        for (String wrong : new String[] {"{'i': 1.5}", "{'none': 1}", "{'i': 1", "{'list': [1, 'x']}"}) {
            try {
                Verify.createFromJSON(Thing.class, wrong);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            Verify.readObjectFromFile(String.class, "there/is/none");
        } catch (java.io.UncheckedIOException e) {
            System.out.println("no such file");
        }
        String file = new File(System.getProperty("java.io.tmpdir"), "plain-objects.ser").getPath();
        Verify.writeObjectToFile(List.of("a", 2), file);
        System.out.println(Verify.readObjectFromFile(List.class, file));
        new File(file).delete();
        Verify.setProperties("foo=bar");
        System.out.println(Verify.getProperty("foo"));
    }
}
