import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import java.util.ArrayList;
import java.util.List;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Test;

/** What most JUnit 4 tests are made of. */
public class Plain4 {
    private static final List<String> LOG = new ArrayList<>();
    private int number;

    @BeforeClass
    public static void open() {
        LOG.add("open");
    }

    @AfterClass
    public static void close() {
        System.out.println(LOG);
    }

    @Before
    public void setUp() {
        LOG.add("before");
        number = 3;
    }

    @After
    public void tearDown() {
        LOG.add("after");
    }

    @Test
    public void passes() {
        assertEquals(3, number);
    }

    @Test
    public void fails() {
        assertEquals("the number", 4, number);
    }

    @Test(expected = ArithmeticException.class)
    public void expected() {
        number /= number - 3;
    }

    @Test(expected = ArithmeticException.class)
    public void expectedInVain() {
        number /= 1;
    }

    @Test
    public void throwsAnError() {
        try {
            Integer.parseInt("three");
        } catch (NumberFormatException error) {
            throw new IllegalStateException("not a number", error);
        }
    }

    @Test
    public void asserts() {
        assert number > 3 : "small";
    }

    @Test(timeout = 60_000)
    public void timed() throws InterruptedException {
        Thread.sleep(1);
    }

    @Test
    public void assumes() {
        Assume.assumeTrue("only for others", number > 3);
        fail();
    }

    @Ignore("not yet")
    @Test
    public void ignored() {
        fail();
    }
}
