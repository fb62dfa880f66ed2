import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Extensions, sources of arguments, tests made at run time, timeouts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(Rich5.Answer.class)
@DisplayName("rich")
class Rich5 {
    enum Color { RED, GREEN, BLUE }

    @Retention(RetentionPolicy.RUNTIME)
    @Tag("fast")
    @Test
    @interface Fast {}

    static class Answer implements ParameterResolver, BeforeTestExecutionCallback {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == StringBuilder.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return new StringBuilder("42");
        }

        @Override
        public void beforeTestExecution(ExtensionContext context) {
            System.out.println("before " + context.getDisplayName() + " " + context.getTags());
        }
    }

    private int count;

    @BeforeAll
    void open() {
        count = 10;
    }

    @Test
    @Order(2)
    void second() {
        assertEquals(11, count);
    }

    @Fast
    @Order(1)
    void first() {
        count++;
    }

    @Test
    @Order(3)
    void resolved(StringBuilder given) {
        assertEquals("42", given.toString());
    }

    @ParameterizedTest
    @Order(4)
    @CsvSource({"1, 2, 3", "4, 5, 9", "1, 1, 3"})
    void csv(int a, int b, int sum) {
        assertEquals(sum, a + b, () -> a + " + " + b);
    }

    @ParameterizedTest(name = "{index}: {0}")
    @Order(5)
    @MethodSource("words")
    void lengths(String word, int length) {
        assertEquals(length, word.length());
    }

    static Stream<Arguments> words() {
        return Stream.of(Arguments.of("one", 3), Arguments.of("three", 5));
    }

    @ParameterizedTest
    @Order(6)
    @EnumSource(value = Color.class, names = {"RED", "BLUE"})
    void colors(Color color) {
        assertNotEquals(Color.GREEN, color);
    }

    @TestFactory
    @Order(7)
    Stream<DynamicTest> made() {
        return IntStream.range(0, 3).mapToObj(i -> DynamicTest.dynamicTest("number " + i, () -> assertTrue(i < 2)));
    }

    @Test
    @Order(8)
    @Timeout(60)
    void timed() throws InterruptedException {
        Thread.sleep(1);
    }

    @Test
    @Order(9)
    void preempted() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Thread.sleep(1));
    }

    @Test
    @Order(10)
    void lists() {
        assertIterableEquals(List.of(1, 2), List.of(1, 3));
    }

    @ParameterizedTest
    @Order(11)
    @NullAndEmptySource
    @ValueSource(strings = "a")
    void short_(String text) {
        assertTrue(text == null || text.length() < 2);
    }

    @ParameterizedTest
    @Order(12)
    @ValueSource(strings = "2020-02-29")
    void converted(LocalDate date) {
        assertTrue(date.isLeapYear());
    }

    @Test
    @Order(13)
    void pooled() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        assertEquals(7, pool.submit(() -> 7).get());
        pool.shutdown();
    }
}
