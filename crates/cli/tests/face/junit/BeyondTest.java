package shop;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.condition.*;
import org.junit.jupiter.api.extension.*;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.converter.*;
import org.junit.jupiter.params.provider.*;

/** What is not followed: each must be skipped with its reason, and none may pass. */
class BeyondTest {
    static class Twice extends SimpleArgumentConverter {
        protected Object convert(Object source, Class<?> type) { return 2 * (int) source; }
    }
    static class Gives implements ParameterResolver {
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) { return true; }
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) { return "given"; }
    }
    @ParameterizedTest @CsvFileSource(resources = "/x.csv") void file(int i) {}
    @ParameterizedTest @ValueSource(ints = 1) void converted(@ConvertWith(Twice.class) int i) {}
    @ParameterizedTest @ValueSource(ints = 1) void accessor(ArgumentsAccessor all) {}
    @TestFactory List<DynamicTest> factory() { return List.of(); }
    @Test void given(String what) { }
    @ExtendWith(Gives.class) @Test void extended(String what) { }
    @EnabledOnOs(OS.WINDOWS) @Test void elsewhere() { }
    @Test void folder(@TempDir Path path) { }
    @Nested class Before {
        @BeforeEach void make(String what) { }
        @Test void needsMore() { }
    }
}
