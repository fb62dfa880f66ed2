//! The files that a check writes, and what it says on GitHub's runners.

use crate::lab::{LOST_UPDATE, Lab, done};

#[test]
fn a_check_writes_what_it_is_asked_for() {
    let lab = Lab::new("files");
    lab.write("Lost.java", LOST_UPDATE);
    let files = ["--json", "a.json", "--html", "a.html", "--sarif", "a.sarif", "--junit", "a.xml"];
    let checked = lab.run(&[&["check"], &files[..], &["Lost.java"]].concat());
    assert_eq!(checked.code, 1, "{}{}", checked.out, checked.err);
    assert!(checked.out.contains("view: a.html"));
    assert!(lab.read("a.json").contains("\"property\": \"assertion\""));
    let page = lab.read("a.html");
    assert!(page.contains("static int counter;"), "the source is in the page");
    assert!(page.contains("\"graph\":{\"states\":"), "a small state space is drawn");
    assert!(lab.read("a.sarif").contains("\"uri\": \"Lost.java\""));
    assert!(lab.read("a.xml").contains("failures=\"1\""));
    let unwritable = lab.run(&["check", "--html", "no/such/folder.html", "Lost.java"]);
    assert_eq!(unwritable.code, 2);
    assert!(unwritable.err.contains("cannot be written"));
}

#[test]
fn runners_of_github_get_annotations() {
    let lab = Lab::new("github");
    lab.write("Lost.java", LOST_UPDATE);
    let on_github = done(lab.command(&["check", "Lost.java"]).env("GITHUB_ACTIONS", "true"));
    let line = on_github.out.lines().find(|line| line.starts_with("::error ")).unwrap();
    assert!(line.starts_with("::error file=Lost.java,line=9,title=jaywalk%3A assertion::"), "{line}");
    assert!(!lab.run(&["check", "Lost.java"]).out.contains("::error"));
}

#[test]
fn a_pipe_gets_plain_text() {
    let lab = Lab::new("plain");
    lab.write("Lost.java", LOST_UPDATE);
    let piped = lab.run(&["check", "Lost.java"]);
    assert!(!piped.out.contains('\x1b'));
    let narrow = done(lab.command(&["check", "Lost.java"]).env("COLUMNS", "70"));
    assert!(narrow.out.lines().filter(|line| line.contains(" | ")).all(|line| line.chars().count() <= 70));
}

/// A transfer in two steps, with a variable of every kind that a page can show.
const LOCALS: &str = "\
public class Locals {
    static int total = 10;

    static void take(int amount, String who) {
        int seen = total;
        double half = amount / 2.0;
        total = seen - amount;
        assert half > 0 && who != null;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> take(3, \"other\"), \"other\");
        other.start();
        take(4, \"main\");
        other.join();
        assert total == 3;
    }
}
";

#[test]
fn a_page_shows_local_variables() {
    let lab = Lab::new("locals");
    lab.write("Locals.java", LOCALS);
    let checked = lab.run(&["check", "--html", "a.html", "Locals.java"]);
    assert_eq!(checked.code, 1, "{}{}", checked.out, checked.err);
    let page = lab.read("a.html");
    // Before it reads, after it has read, and with what is computed from constants alone.
    for shown in
        ["[\"amount\",\"3\"]", "[\"seen\",\"10\"]", "[\"half\",\"1.5\"]", "[\"who\",\"\\\"other\\\"\"]"]
    {
        assert!(page.contains(shown), "{shown}");
    }
    // Without names in the class file there are none, and everything else is there.
    assert_eq!(lab.shell("javac -g:none -d bare Locals.java").code, 0);
    let checked = lab.run(&["check", "-cp", "bare", "--html", "b.html", "Locals"]);
    assert_eq!(checked.code, 1, "{}{}", checked.out, checked.err);
    let page = lab.read("b.html");
    assert!(page.contains("\"locals\":[]") && !page.contains("[\"seen\""));
}

/// A test that relies on a sleep, and one that fails whether or not it is over early.
const SLEEPS: &str = "\
public class Sleeps {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
            done = true;
        });
        other.start();
        if (args.length > 0) {
            other.join();
            assert !done;
        } else {
            Thread.sleep(100);
            assert done;
        }
    }
}
";

#[test]
fn a_wait_that_must_be_over_early_is_named() {
    let lab = Lab::new("early");
    lab.write("Sleeps.java", SLEEPS);
    let needed = lab.run(&["check", "--json", "a.json", "Sleeps.java"]).out;
    assert!(needed.contains(", 1 wait over early; "), "{needed}");
    assert!(needed.contains("  on this way a wait is over while others could go on"), "{needed}");
    assert!(lab.read("a.json").contains("\"early_timeouts\": 1"));
    let avoided = lab.run(&["check", "Sleeps.java", "joined"]).out;
    assert!(avoided.starts_with("FAIL") && !avoided.contains("early"), "{avoided}");
    assert!(lab.run(&["check", "--timeouts", "last", "Sleeps.java"]).out.starts_with("PASS"));
}

#[test]
fn a_page_shows_what_is_in_collections_and_who_holds_locks() {
    let lab = Lab::new("page-contents");
    lab.write("Contents.java", include_str!("Contents.java"));
    assert_eq!(lab.run(&["check", "--html", "page.html", "Contents.java"]).code, 1);
    let page = lab.read("page.html").replace("\\\"", "'");
    for wanted in [
        r#""HashMap#1","holder":null,"fields":[["'pears'","5"],["'apples'","3"]]"#,
        r#""ConcurrentHashMap#1","holder":null,"fields":[["'ann'","ArrayList#1"]]"#,
        r#""ArrayDeque#1","holder":null,"fields":[["[0]","'second'"],["[1]","'third'"]]"#,
        r#""LinkedBlockingQueue#1","holder":null,"fields":[["[0]","'hello'"]]"#,
        r#""TreeMap#1","holder":null,"fields":[["1","'one'"],["2","'two'"]]"#,
        r#""LinkedHashSet#1","holder":null,"fields":[["[0]","'x'"],["[1]","'y'"]]"#,
        r#""AtomicInteger#1","holder":null,"fields":[["value","0"]]"#,
        r#""AtomicInteger#1","holder":null,"fields":[["value","1"]]"#,
        r#""AtomicBoolean#1","holder":null,"fields":[["value","false"]]"#,
        r#""ReentrantLock#1","holder":"main","fields":[["holds","1"]]"#,
        r#""Semaphore#1","holder":null,"fields":[["permits","2"]]"#,
        r#""CountDownLatch#1","holder":null,"fields":[["count","1"]]"#,
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
}
