package shop;
import java.time.LocalDate;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;
import static org.junit.jupiter.api.Assertions.*;

/** Sources of arguments of JUnit 5, each with what a parameter may be. The oracle is JUnit itself, which runs these too. */
class RowsTest {
    enum Color { RED, GREEN, BLUE }
    int made;
    @BeforeEach void before(TestInfo info) { made++; assertTrue(info.getTestMethod().isPresent()); }
    @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void small(int i) { assertEquals(1, made); assertTrue(i < 4); }
    @ParameterizedTest @ValueSource(ints = {1, 2, 30}) void tooLarge(int i) { assertTrue(i < 4); }
    @ParameterizedTest @CsvSource({"1, 2, 3", "4, 5, 9", "1, 1, 3"}) void sum(int a, int b, int sum) { assertEquals(sum, a + b); }
    @ParameterizedTest @CsvSource(value = {"'a, b'| 4", "''|0", "|-1"}, delimiter = '|') void quoted(String text, int length) {
        assertEquals(length, text == null ? -1 : text.length());
    }
    @ParameterizedTest @CsvSource(textBlock = """
        # a comment
        RED, 2020-02-29
        BLUE, 2020-12-31
        """) void block(Color color, LocalDate date) { assertNotEquals(Color.GREEN, color); assertTrue(date.isLeapYear()); }
    @ParameterizedTest @EnumSource void colors(Color color) { assertTrue(color.ordinal() < 3); }
    @ParameterizedTest @EnumSource(names = "G.*", mode = EnumSource.Mode.MATCH_ANY) void green(Color color) { assertEquals(Color.GREEN, color); }
    @ParameterizedTest @EnumSource(names = "RED", mode = EnumSource.Mode.EXCLUDE) void notRed(Color color) { assertNotEquals(Color.RED, color); }
    @ParameterizedTest @NullAndEmptySource @ValueSource(strings = "a") void short_(String text) { assertTrue(text == null || text.length() < 2); }
    @ParameterizedTest @EmptySource void none(List<String> list) { assertTrue(list.isEmpty()); }
    @ParameterizedTest @MethodSource("words") void lengths(String word, int length, TestInfo info) { assertEquals(length, word.length()); }
    static Stream<Arguments> words() { return Stream.of(Arguments.of("one", 3), Arguments.of("three", 5)); }
    @ParameterizedTest @MethodSource void numbers(int i) { assertTrue(i < 4); }
    static IntStream numbers() { return IntStream.range(0, 4); }
    @ParameterizedTest @ValueSource(ints = {1, 2}) void threads(int n) throws Exception {
        int[] count = {0};
        Thread[] all = new Thread[n];
        for (int i = 0; i < n; i++) { all[i] = new Thread(() -> count[0]++, "t" + i); all[i].start(); }
        for (Thread t : all) t.join();
        assertEquals(n, count[0]);
    }
    @RepeatedTest(3) void again() { assertEquals(1, made); }
    @RepeatedTest(3) void third(RepetitionInfo info) { assertNotEquals(3, info.getCurrentRepetition()); }
    @Test void over(TestInfo info) { }
    @Test void over() { }
    @Nested class Inside {
        @ParameterizedTest @ValueSource(longs = 5) void hasTheOuter(long five) { assertEquals(5, five); assertEquals(1, made); }
    }
}
