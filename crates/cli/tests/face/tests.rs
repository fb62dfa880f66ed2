//! `jaywalk test` on tests that nobody wrote for it.

use crate::lab::Lab;
use std::path::PathBuf;
use std::process::Command;

const FIVE: &str = r#"
package shop;
import org.junit.jupiter.api.*;
import static org.junit.jupiter.api.Assertions.*;
class FiveTest {
    static class Counter { int value; void inc() { value++; } }
    static String log = "";
    Counter counter;
    @BeforeAll static void first() { log += "A"; }
    @BeforeEach void make() { counter = new Counter(); log += "b"; }
    @AfterEach void after() { log += "e"; }
    @AfterAll static void last() { if (!log.equals("Abte")) throw new IllegalStateException(log); }
    @Test void loses() throws Exception {
        Thread a = new Thread(counter::inc, "a"), b = new Thread(counter::inc, "b");
        a.start(); b.start(); a.join(); b.join();
        log += "t";
        assertEquals(2, counter.value);
    }
    @Test void inOrder() { log += "t"; assertEquals("Abt", log); }
    @Test void assumes() { log += "t"; Assumptions.assumeTrue(false); }
    @Disabled @Test void later() { fail(); }
    @Nested class Inside { @Test void hasTheOuter() { log += "t"; counter.inc(); assertEquals(1, counter.value); } }
}
"#;

const FOUR: &str = r#"
package shop;
import org.junit.*;
public class FourTest {
    @Test(expected = IllegalArgumentException.class) public void expected() { throw new IllegalArgumentException(); }
    @Test(expected = IllegalArgumentException.class) public void notThrown() { }
    @Test(timeout = 1) public void timeoutsAreIgnored() throws Exception { Thread.sleep(1000); }
}
"#;

const THREE: &str = r#"
package shop;
public class ThreeTest extends junit.framework.TestCase {
    int made;
    protected void setUp() { made = 1; }
    public void testMade() { assertEquals(1, made); }
}
"#;

fn jars() -> String {
    let folder =
        std::env::var_os("JAYWALK_TEST_JARS").map_or_else(|| PathBuf::from("/usr/share/java"), PathBuf::from);
    let names = [
        "junit4",
        "hamcrest",
        "junit-jupiter-api",
        "junit-platform-commons",
        "opentest4j",
        "apiguardian-api",
    ];
    let jars = names.map(|name| folder.join(format!("{name}.jar")).display().to_string());
    jars.join(":")
}

fn compiled(lab: &Lab) {
    let sources = [("FiveTest", FIVE), ("FourTest", FOUR), ("ThreeTest", THREE)];
    let files = sources.map(|(name, text)| lab.write(&format!("src/shop/{name}.java"), text));
    let javac = testkit::jdk::Jdk::find().unwrap().javac();
    let mut javac: Command = javac;
    javac.args(["-cp", &jars(), "-d", "classes"]).args(files).current_dir(&lab.folder);
    assert!(javac.status().unwrap().success());
}

#[test]
fn tests_of_a_folder_are_explored() {
    let lab = Lab::new("tests");
    compiled(&lab);
    let tested = lab.run(&["test", "-cp", &jars(), "--junit", "all.xml", "classes"]);
    let verdict = |test: &str| {
        let line = tested.out.lines().find(|line| line.split("  ").nth(1) == Some(test));
        line.unwrap_or_else(|| panic!("no {test} in\n{}{}", tested.out, tested.err))
            .split(' ')
            .next()
            .unwrap()
    };
    assert_eq!(verdict("shop.FiveTest#loses"), "FAIL");
    assert_eq!(verdict("shop.FiveTest#inOrder"), "PASS");
    assert_eq!(verdict("shop.FiveTest#assumes"), "PASS");
    assert_eq!(verdict("shop.FiveTest#later"), "SKIP");
    assert_eq!(verdict("shop.FiveTest$Inside#hasTheOuter"), "PASS");
    assert_eq!(verdict("shop.FourTest#expected"), "PASS");
    assert_eq!(verdict("shop.FourTest#notThrown"), "FAIL");
    assert_eq!(verdict("shop.FourTest#timeoutsAreIgnored"), "PASS");
    assert_eq!(verdict("shop.ThreeTest#testMade"), "PASS");
    assert!(tested.out.contains("9 tests: 6 passed, 2 failed, 0 inconclusive, 1 skipped"), "{}", tested.out);
    assert_eq!(tested.code, 1);
    assert_eq!(lab.read("all.xml").matches("<testcase").count(), 8);
}

#[test]
fn one_test_is_chosen_by_its_name_and_found_again() {
    let lab = Lab::new("one-test");
    compiled(&lab);
    let path = format!("classes:{}", jars());
    let passed = lab.run(&["test", "-cp", &path, "shop.FiveTest#inOrder"]);
    assert_eq!(passed.code, 0, "{}{}", passed.out, passed.err);
    assert!(passed.out.contains("1 test: 1 passed"));
    let failed = lab.run(&["test", "-cp", &jars(), "--repro", "kept.toml", "classes"]);
    assert_eq!(failed.code, 1);
    let again = lab.run(&["replay", "kept.toml"]);
    assert_eq!((again.code, again.err.as_str()), (1, ""), "{}", again.out);
    assert!(again.out.contains("value = 1"), "{}", again.out);
    let nothing = lab.run(&["test", "-cp", &path, "shop.NoSuchTest"]);
    assert_eq!(nothing.code, 2);
}
