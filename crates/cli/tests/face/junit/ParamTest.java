package shop;
import java.util.*;
import org.junit.*;
import org.junit.rules.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
@RunWith(Parameterized.class)
public class ParamTest {
    @Rule public ExpectedException thrown = ExpectedException.none();
    @Rule public TestName name = new TestName();
    @Rule public Timeout timeout = Timeout.seconds(1);
    private final int in, out;
    public ParamTest(int in, int out) { this.in = in; this.out = out; }
    @Parameterized.Parameters(name = "{0} squared is {1}") public static Collection<Object[]> data() {
        return Arrays.asList(new Object[][] {{1, 1}, {2, 4}, {3, 10}});
    }
    @Test public void square() { Assert.assertEquals(out, in * in); }
    @Test public void positive() { Assert.assertTrue(in > 0); }
    @Test public void expects() { thrown.expect(IllegalArgumentException.class); thrown.expectMessage("no"); throw new IllegalArgumentException("no"); }
    @Test public void expectsInVain() { thrown.expect(IllegalArgumentException.class); }
    @Test public void named() { Assert.assertTrue(name.getMethodName(), name.getMethodName().startsWith("named[" + in + " squared is ")); }
}
