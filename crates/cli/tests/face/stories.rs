//! Stories of everyday programs, word for word, in narrow and wide terminals, and more or less of them.

use crate::lab::{Lab, done, root};
use testkit::golden::assert_golden;

/// Programs with something to tell of each kind: locks, a pool, a collection, futures, a queue.
const PROGRAMS: [&str; 7] = [
    "BankLocksDeadlock",
    "ConditionBufferLostSignal",
    "ConnectionPoolLeak",
    "EventBusFails",
    "HitCounterLost",
    "NestedSubmitStarved",
    "WorkQueueFull",
];
const WIDTHS: [usize; 3] = [60, 80, 120];

/// The report without what differs from run to run.
fn told(lab: &Lab, program: &str, width: usize, more: &[&str]) -> String {
    let source = root().join(format!("examples/everyday/{program}.java"));
    std::fs::copy(&source, lab.folder.join(format!("{program}.java"))).unwrap();
    let file = format!("{program}.java");
    let args: Vec<&str> =
        ["check", "--witness"].into_iter().chain(more.iter().copied()).chain([&*file]).collect();
    let got = done(lab.command(&args).env("COLUMNS", width.to_string()));
    assert_eq!(got.code, 1, "{program}: {}{}", got.out, got.err);
    let lines = got.out.lines().map(|line| match line.split_once("; ") {
        // States and seconds are no part of the story, and a replay string names the JDK.
        Some((head, _)) if line.starts_with("FAIL") => format!("{head})\n"),
        _ if line.starts_with("  replay: ") => String::new(),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

#[test]
fn stories_look_as_they_should_at_every_width() {
    let lab = Lab::new("stories");
    for program in PROGRAMS {
        let all: String = WIDTHS.iter().map(|&width| told(&lab, program, width, &[]) + "\n").collect();
        let lines = all.lines().map(|line| line.chars().count());
        assert!(lines.max().unwrap_or(0) <= 120, "{program}: {all}");
        assert_golden(&root().join(format!("crates/cli/tests/face/stories/{program}.txt")), &all);
    }
}

#[test]
fn more_is_told_where_more_is_asked_for() {
    let lab = Lab::new("levels");
    let told = |story: &str| told(&lab, "HitCounterLost", 120, &["--story", story]);
    let [brief, calls, full] = ["brief", "calls", "full"].map(told);
    assert!(!brief.contains("(in put)") && !calls.contains("(in put)"), "{brief}{calls}");
    assert!(full.contains("val = 1 (in put)") && full.contains("begins"), "{full}");
    assert!(full.lines().count() > calls.lines().count(), "{full}");
}

#[test]
fn what_lies_inside_a_collection_is_shown_with_its_call() {
    let lab = Lab::new("inside");
    lab.write(
        "Lost.java",
        "import java.util.ArrayList;\n\
         public class Lost {\n\
         \x20   public static void main(String[] args) throws Exception {\n\
         \x20       ArrayList<String> list = new ArrayList<>(4);\n\
         \x20       Thread other = new Thread(() -> list.add(\"b\"), \"other\");\n\
         \x20       other.start();\n\
         \x20       list.add(\"a\");\n\
         \x20       other.join();\n\
         \x20       assert list.size() == 2 : list.size();\n\
         \x20   }\n\
         }\n",
    );
    let got = lab.run(&["check", "--witness", "Lost.java"]);
    assert_eq!(got.code, 1, "{}{}", got.out, got.err);
    for row in ["add(\"a\") begins", "(in add)", "returns true", "switch to other"] {
        assert!(got.out.contains(row), "{row} is not in {}", got.out);
    }
}
