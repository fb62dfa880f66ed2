import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Fails before its first test. */
class Broken5 {
    @BeforeAll
    static void open() {
        throw new UnsupportedOperationException("closed");
    }

    @Test
    void never() {}
}
