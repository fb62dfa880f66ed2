package shop;
import org.junit.*;
import org.junit.rules.*;
/** Rules around methods, and around the class: what is logged is their order. */
public class RulesTest {
    static String log = "";
    @ClassRule public static ExternalResource all = new ExternalResource() {
        protected void before() { log += "A"; }
        protected void after() { if (!log.startsWith("A") || !log.endsWith("rbteR")) throw new IllegalStateException(log); }
    };
    @Rule public ExternalResource each = new ExternalResource() {
        protected void before() { log += "r"; }
        protected void after() { log += "R"; }
    };
    @Before public void b() { log += "b"; }
    @After public void e() { log += "e"; }
    @Test public void order() { log += "t"; Assert.assertTrue(log, log.startsWith("A") && log.endsWith("rbt")); }
    @Test public void wrong() { log += "t"; Assert.assertEquals("", log); }
}
