//! Programs that were written for Java PathFinder.

use crate::lab::Lab;

const PUZZLE: &str = "import gov.nasa.jpf.vm.Verify;

public class Puzzle {
    public static void main(String[] args) {
        int a = Verify.getInt(0, 1);
        Verify.storeTrace(\"half.trace\", \"half way\");
        assert a == 0;
        int b = Verify.getInt(0, 3);
        Verify.storeTraceAndTerminateIf(!Verify.isTraceReplay() && b == 2, null, \"solved\");
    }
}
";

/// What is kept is told like a finding, is found again, and does not hide what comes behind it.
#[test]
fn stored_traces_are_findings_and_paths_go_on_behind_them() {
    let lab = Lab::new("stored");
    let file = lab.write("Puzzle.java", PUZZLE);
    lab.compile("classes", &[file]);
    let all = lab.run(&["check", "--all", "-cp", "classes", "Puzzle"]);
    assert_eq!(all.code, 1, "{}{}", all.out, all.err);
    for words in [
        "asks for the path to here: half way (to keep it in half.trace, which is what --repro half.trace does)",
        "asks for the path to here: solved\n    at Puzzle.main(Puzzle.java:9)",
        "java.lang.AssertionError in thread main",
    ] {
        assert!(all.out.contains(words), "{words}\n{}", all.out);
    }
    let findings = all.out.lines().filter(|line| line.starts_with("FAIL  Puzzle  ")).count();
    let lines = all.out.lines().filter_map(|line| line.trim().strip_prefix("replay: "));
    let again: Vec<String> = lines.map(|line| lab.shell(line).out).collect();
    assert_eq!((findings, again.len()), (3, 3), "{}", all.out);
    for kind in ["  trace  ", "  assertion  "] {
        assert!(again.iter().any(|told| told.lines().next().unwrap().contains(kind)), "{kind}: {again:?}");
    }
    // What is only run keeps nothing.
    let run = lab.run(&["run", "-cp", "classes", "Puzzle"]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
}
