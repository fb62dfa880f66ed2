import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What most JUnit 5 tests are made of. */
class Plain5 {
    private static int started;
    private int number;

    @BeforeAll
    static void open() {
        started++;
    }

    @AfterAll
    static void close() {
        System.out.println("started " + started);
    }

    @BeforeEach
    void setUp() {
        number = 3;
    }

    @AfterEach
    void tearDown() {
        number = 0;
    }

    @Test
    void passes() {
        assertEquals(3, number);
        assertEquals(1, started);
    }

    @Test
    void fails() {
        assertEquals(4, number, "the number");
    }

    @Test
    void expected() {
        var thrown = assertThrows(ArithmeticException.class, () -> number /= 0);
        assertEquals("/ by zero", thrown.getMessage());
    }

    @Test
    void throwsAnError() {
        throw new IllegalStateException("boo", new RuntimeException("deep"));
    }

    @Test
    void all() {
        assertAll("two", () -> assertEquals(1, 2), () -> assertTrue(number < 3));
    }

    @Test
    void assumes() {
        Assumptions.assumeTrue(number > 3, "only for others");
    }

    @Disabled("not yet")
    @Test
    void disabled() {
        throw new AssertionError();
    }

    @RepeatedTest(2)
    void again() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void small(int n) {
        assertTrue(n < number);
    }

    @Nested
    class Inner {
        @Test
        void seesTheOuter() {
            assertEquals(3, number);
        }
    }
}
