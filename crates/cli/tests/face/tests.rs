//! `jaywalk test` on tests that nobody wrote for it.

use crate::lab::{self, Lab};
use std::collections::BTreeMap;
use std::path::PathBuf;

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

/// Where JUnit's jars are.
pub fn jar_folder() -> PathBuf {
    std::env::var_os("JAYWALK_TEST_JARS").map_or_else(|| PathBuf::from("/usr/share/java"), PathBuf::from)
}

pub(crate) fn jars() -> String {
    let folder = jar_folder();
    let names = [
        "junit4",
        "hamcrest",
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-jupiter-params",
        "junit-platform-commons",
        "junit-platform-engine",
        "junit-platform-launcher",
        "univocity-parsers",
        "opentest4j",
        "apiguardian-api",
    ];
    let jars = names.map(|name| folder.join(format!("{name}.jar")).display().to_string());
    jars.join(":")
}

fn compiled(lab: &Lab) {
    compile(lab, &[("FiveTest", FIVE), ("FourTest", FOUR), ("ThreeTest", THREE)]);
}

pub(crate) fn compile(lab: &Lab, sources: &[(&str, &str)]) {
    let files = sources.iter().map(|(name, text)| lab.write(&format!("src/shop/{name}.java"), text));
    let mut javac = lab::javac();
    javac.args(["-nowarn", "-cp", &jars(), "-d", "classes"]).args(files).current_dir(&lab.folder);
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

#[test]
fn all_failures_are_on_one_page_and_each_has_its_file() {
    let lab = Lab::new("all-failures");
    compiled(&lab);
    let done = lab.run(&["test", "-cp", &jars(), "--repro", "found/", "--html", "all.html", "classes"]);
    assert_eq!(done.code, 1, "{}{}", done.out, done.err);
    let page = lab.read("all.html");
    for (test, file) in [
        ("shop.FiveTest#loses", "shop.FiveTest.loses"),
        ("shop.FourTest#notThrown", "shop.FourTest.notThrown"),
    ] {
        assert!(page.contains(&format!("\"program\":\"{test}\"")), "{test} is not on the page");
        let file = format!("found/{file}.jaywalk-repro");
        assert!(done.out.contains(&format!("replay: jaywalk replay {file}")), "{}", done.out);
        assert_eq!(lab.run(&["replay", &file]).code, 1, "{file}");
    }
}

const ROWS: [(&str, &str); 5] = [
    ("RowsTest", include_str!("junit/RowsTest.java")),
    ("ParamTest", include_str!("junit/ParamTest.java")),
    ("FieldsTest", include_str!("junit/FieldsTest.java")),
    ("RulesTest", include_str!("junit/RulesTest.java")),
    ("FolderTest", include_str!("junit/FolderTest.java")),
];

/// What each test came to: `PASS`, `FAIL`, `SKIP`.
fn verdicts(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let words = lines.filter_map(|line| Some((line.split("  ").nth(1)?, line.split("  ").next()?)));
    words.map(|(test, verdict)| (test.to_string(), verdict.to_string())).collect()
}

/// What JUnit's own engines say of these classes on `java`, a word for each method: it fails if one of its
/// invocations does.
pub(crate) fn of_junit(lab: &Lab, classes: &[&str]) -> BTreeMap<String, String> {
    let runner = lab::root().join("crates/java/runner/classes");
    let path = format!("classes:{}:{}", runner.display(), jars());
    let mut java = testkit::jdk::Jdk::find().unwrap().java();
    java.args(["-ea", "-cp", &path, "jaywalk.runner.TestMain"]).args(classes).current_dir(&lab.folder);
    let told = lab::done(&mut java);
    let mut verdicts = BTreeMap::new();
    for line in told.out.lines() {
        let (word, verdict) = match line.split_once(' ') {
            Some(("ok", rest)) => (rest, "PASS"),
            Some(("FAIL", rest)) => (rest, "FAIL"),
            _ => continue,
        };
        let name = word.split(['[', ':']).next().unwrap();
        let (class, method) = name.rsplit_once('.').unwrap();
        let known = verdicts.entry(format!("{class}#{method}")).or_insert(verdict.to_string());
        if verdict == "FAIL" {
            *known = verdict.to_string();
        }
    }
    verdicts
}

#[test]
fn every_set_of_arguments_is_a_path_of_one_test() {
    let lab = Lab::new("rows");
    compile(&lab, &ROWS);
    let tested = lab.run(&["test", "-cp", &jars(), "classes"]);
    assert_eq!(tested.code, 1, "{}{}", tested.out, tested.err);
    let got = verdicts(&tested.out);
    assert_eq!(got["shop.FolderTest#writes"], "SKIP");
    // Only with interleavings does this one fail; only JUnit puts both under one name.
    assert_eq!(got["shop.RowsTest#threads"], "FAIL");
    assert_eq!(got["shop.RowsTest#over()"], "PASS");
    let special = |name: &str| name.contains("threads") || name.contains("over") || name.contains("Folder");
    let classes = ["shop.RowsTest", "shop.ParamTest", "shop.FieldsTest", "shop.RulesTest"];
    let expected: BTreeMap<_, _> =
        of_junit(&lab, &classes).into_iter().filter(|(name, _)| !special(name)).collect();
    let got: BTreeMap<_, _> = got.into_iter().filter(|(name, _)| !special(name)).collect();
    assert_eq!(got, expected, "{}", tested.out);
    assert!(expected.len() > 20, "{expected:?}");
}

#[test]
fn the_arguments_of_a_failure_are_told_and_found_again() {
    let lab = Lab::new("row");
    compile(&lab, &ROWS);
    let path = format!("classes:{}", jars());
    for (test, told) in [
        ("shop.RowsTest#sum", "arguments [3] \"1\", \"1\", \"3\""),
        ("shop.RowsTest#tooLarge", "arguments [3] 30"),
        ("shop.RowsTest#third", "repetition 3 of 3"),
        ("shop.ParamTest#square", "arguments [3] 3, 10"),
    ] {
        let failed = lab.run(&["test", "-cp", &path, "--repro", "kept.toml", test]);
        assert_eq!(failed.code, 1, "{}{}", failed.out, failed.err);
        assert!(failed.out.contains(told), "{}", failed.out);
        let again = lab.run(&["replay", "kept.toml"]);
        assert_eq!((again.code, again.err.as_str()), (1, ""), "{}", again.out);
        assert!(again.out.contains(told), "{}", again.out);
    }
}

#[test]
fn what_is_not_followed_is_skipped_with_its_reason() {
    let lab = Lab::new("beyond");
    compile(&lab, &[("BeyondTest", include_str!("junit/BeyondTest.java"))]);
    let tested = lab.run(&["test", "-cp", &jars(), "classes"]);
    for (test, why) in [
        ("BeyondTest#file", "@CsvFileSource"),
        ("BeyondTest#converted", "@ConvertWith"),
        ("BeyondTest#accessor", "ArgumentsAccessor"),
        ("BeyondTest#factory", "@TestFactory"),
        ("BeyondTest#given", "a parameter of given"),
        ("BeyondTest#extended", "@ExtendWith"),
        ("BeyondTest#elsewhere", "a condition"),
        ("BeyondTest#folder", "@TempDir"),
        ("BeyondTest$Before#needsMore", "a parameter of make"),
    ] {
        let line = tested.out.lines().find(|line| line.starts_with(&format!("SKIP  shop.{test}  ")));
        assert!(line.is_some_and(|line| line.contains(why)), "{test}: {why}\n{}", tested.out);
    }
    assert!(tested.out.contains("9 tests: 0 passed, 0 failed, 0 inconclusive, 9 skipped"), "{}", tested.out);
    // Nothing was searched, and that is not safe.
    assert_eq!(tested.code, 3);
}
