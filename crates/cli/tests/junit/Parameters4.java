import static org.hamcrest.CoreMatchers.equalTo;
import static org.hamcrest.CoreMatchers.is;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collection;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExpectedException;
import org.junit.rules.TestName;
import org.junit.rules.Timeout;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** Another runner of JUnit 4, with rules and matchers. */
@RunWith(Parameterized.class)
public class Parameters4 {
    @Rule public ExpectedException thrown = ExpectedException.none();
    @Rule public TestName name = new TestName();
    @Rule public Timeout timeout = Timeout.seconds(60);

    private final int in;
    private final int out;

    public Parameters4(int in, int out) {
        this.in = in;
        this.out = out;
    }

    @Parameterized.Parameters(name = "{0} squared is {1}")
    public static Collection<Object[]> data() {
        return Arrays.asList(new Object[][] {{1, 1}, {2, 4}, {3, 10}});
    }

    @Test
    public void square() {
        assertThat(in * in, is(equalTo(out)));
    }

    @Test
    public void odd() {
        thrown.expect(IllegalArgumentException.class);
        thrown.expectMessage("odd");
        throw new IllegalArgumentException(in % 2 == 1 ? "odd" : "even");
    }

    @Test
    public void named() {
        assertTrue(name.getMethodName().startsWith("named["));
    }
}
