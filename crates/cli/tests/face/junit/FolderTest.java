package shop;
import org.junit.*;
import org.junit.rules.*;
public class FolderTest {
    @Rule public TemporaryFolder folder = new TemporaryFolder();
    @Test public void writes() throws Exception { folder.newFile(); }
}
