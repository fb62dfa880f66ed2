import junit.framework.TestCase;

/** A test in the style of JUnit 3, which JUnit 4 still runs. */
public class Old3 extends TestCase {
    private StringBuilder text;

    @Override
    protected void setUp() {
        text = new StringBuilder("ab");
    }

    public void testLength() {
        assertEquals(2, text.length());
    }

    public void testText() {
        assertEquals("abc", text.toString());
    }
}
