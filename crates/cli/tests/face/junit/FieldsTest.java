package shop;
import org.junit.*;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
@RunWith(Parameterized.class)
public class FieldsTest {
    @Parameterized.Parameters public static Object[] data() { return new Object[] {"a", "bb"}; }
    @Parameterized.Parameter public String text;
    @Test public void isShort() { Assert.assertTrue(text.length() < 2); }
}
