//@ check: assertion
//@ options: -Dgiven=9 -Dmy.type=SettingsOfThePath$A -Dmy.include_null=true
// Properties that a program sets belong to the path; an object is chosen by its type: the path on which both come last is found.
import gov.nasa.jpf.vm.Verify;

public class SettingsOfThePath {
    static class A {
        final int id;
        A(int id) { this.id = id; }
    }

    public static void main(String[] args) {
        assert Verify.getProperty("foo") == null;
        if (Verify.getBoolean()) {
            Verify.setProperties("foo=bar", "foo+=,baz", "given = 1");
            assert Verify.getProperty("foo").equals("bar,baz") && Verify.getProperty("given").equals("1");
        } else {
            assert Verify.getProperty("given").equals("9");
        }
        A one = new A(0);
        A two = new A(1);
        Object chosen = Verify.getObject("my");
        Verify.setAnnotation("chosen");
        assert one != two && Verify.getIntFromSet(1, 2) > 0 && Verify.getDoubleFromSet(0.5) == 0.5;
        if (chosen == null && Verify.getProperty("foo") == null) {
            throw new AssertionError("both last");
        }
    }
}
