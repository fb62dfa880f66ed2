//! Temporal properties on the command line: models, automata, and errors that point at the spot.

use std::path::PathBuf;
use std::process::{Command, Output};

fn jaywalk(arguments: &[&str]) -> Output {
    let root = testkit::repo_root();
    Command::new(env!("CARGO_BIN_EXE_jaywalk"))
        .current_dir(root)
        .args(arguments)
        .output()
        .expect("jaywalk runs")
}

fn model(option: &[&str]) -> Option<i32> {
    jaywalk(&[&["model"], option, &["examples/temporal/protocol.model"]].concat()).status.code()
}

/// The lecture's protocol as a model: its properties as the lecture has them.
#[test]
fn the_lectures_model() {
    let starvation_free = "G(wait1 -> F cs1) && G(wait2 -> F cs2)";
    assert_eq!(model(&["--ltl", "G !(cs1 && cs2)"]), Some(0));
    assert_eq!(model(&["--ltl", starvation_free]), Some(1));
    assert_eq!(model(&["--fair", "--ltl", starvation_free]), Some(0));
    assert_eq!(model(&["--ctl", "AG !(cs1 && cs2)"]), Some(0));
    assert_eq!(model(&["--fair", "--ctl", "AG(wait1 -> AF cs1) && AG(wait2 -> AF cs2)"]), Some(0));
    assert_eq!(model(&["--ctlstar", "A(FG turn) || AG(EF turn)"]), Some(0));
    assert_eq!(model(&["--mu", "nu y. !(cs1 && cs2) && AX y"]), Some(0));
    assert_eq!(model(&["--mu", "mu y. cs1 || AX y"]), Some(1));
    assert_eq!(model(&["--ltl", "out1 && X X X true"]), Some(0));
}

/// A model is a program like others to `check`: the same verdicts, and its limits and reports.
#[test]
fn a_model_is_checked_like_a_program() {
    let file = "examples/temporal/protocol.model";
    let run = |words: &[&str]| {
        let output = jaywalk(words);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for property in [
        ["--ltl", "G !(cs1 && cs2)"],
        ["--ltl", "G(wait1 -> F cs1)"],
        ["--ctl", "AG EF cs1"],
        ["--mu", "mu y. cs1 || AX y"],
        ["--ltl", "out1 && X X X true"],
    ] {
        let as_model = run(&[&["model"], &property[..], &[file]].concat());
        let as_program = run(&[&["check"], &property[..], &[file]].concat());
        assert_eq!(as_program.0, as_model.0, "{property:?}: {}", as_program.1);
        let kind = |text: &str| text.split_whitespace().next().map(str::to_string);
        assert_eq!(kind(&as_program.1), kind(&as_model.1), "{property:?}");
    }
    let nothing = jaywalk(&["check", file]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("give a property"), "{nothing:?}");
    let cut = run(&["check", "--max-states", "2", "--ltl", "G !(cs1 && cs2)", file]);
    assert_eq!(cut.0, Some(3), "{}", cut.1);
}

#[test]
fn a_loop_is_told() {
    let output = jaywalk(&["model", "--ltl", "G(wait1 -> F cs1)", "examples/temporal/protocol.model"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("FAIL  examples/temporal/protocol.model  temporal"), "{text}");
    assert!(text.contains("G(wait1 -> F cs1)  (LTL) fails on a run that goes on for ever"), "{text}");
    assert!(text.contains("--- what follows happens again and again ---"), "{text}");
}

#[test]
fn automata_are_printed() {
    let output = jaywalk(&["automaton", "G(p -> F q)"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (automaton, atoms) = logic::hoa::read(&text).expect("what we write we can read");
    assert_eq!((automaton.states.len(), atoms), (2, vec!["p".to_string(), "q".to_string()]));
}

/// The automaton of a formula's negation, written to a file and read back, says the same as the formula.
#[test]
fn automata_are_checked() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (formula, holds) in
        [("G(wait1 -> F cs1)", false), ("G !(cs1 && cs2)", true), ("GF (out1 || cs1)", false)]
    {
        let printed = jaywalk(&["automaton", &format!("!({formula})")]).stdout;
        let file = folder.join("never.hoa");
        std::fs::write(&file, printed).expect("the automaton can be written");
        let file = file.to_str().expect("a path in UTF-8");
        assert_eq!(model(&["--never", file]), Some(i32::from(!holds)), "{formula}");
        assert_eq!(model(&["--ltl", formula]), Some(i32::from(!holds)), "{formula}");
    }
    assert!(refused(&["--never", "nowhere.hoa"]).ends_with("use --reduce off"));
    assert!(
        refused(&["--reduce", "off", "--never", "nowhere.hoa"]).starts_with("nowhere.hoa: cannot be read")
    );
}

/// Writes and compiles a small program once for all errors.
fn program() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("temporal");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("Small.java");
    let source = "public class Small { static int x; int y; static volatile boolean done; static Small one;\n\
                  static int half(int n) { return n / 2; }\n\
                  public static void main(String[] args) { x = 1; done = true; } }\n";
    std::fs::write(&file, source).expect("the source can be written");
    file
}

/// The error for a property of the program: exit code 2, and the message without its first word.
fn refused(option: &[&str]) -> String {
    let file = program();
    let output = jaywalk(&[&["check"], option, &[file.to_str().expect("a path in UTF-8")]].concat());
    assert_eq!(output.status.code(), Some(2), "{option:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).trim_start_matches("jaywalk: ").trim_end().to_string()
}

#[test]
fn errors_point_at_the_spot() {
    let cases: [(&[&str], &str); 14] = [
        (
            &["--ltl", "G (Small.x"],
            "--ltl: expected ')' for the one at column 3, found the end of the formula\n  G (Small.x\n            ^",
        ),
        (
            &["--ltl", "G X Small.done"],
            "--ltl: this looks at the next state, and the reduction leaves states out; use --reduce off\n  G X \
                Small.done\n    ^",
        ),
        (
            &["--ctl", "AG EX Small.done"],
            "--ctl: this looks at the next state, and the reduction leaves states out; use --reduce off\n  AG EX \
                Small.done\n     ^^",
        ),
        (&["--ltl", "G \"Small.z > 0\""], "--ltl: Small has no field z\n  G \"Small.z > 0\"\n           ^"),
        (
            &["--ltl", "F Nowhere.x"],
            "--ltl: there is no class Nowhere; a static field is written Class.field, a label of the program \
                label.NAME\n  F Nowhere.x\n    ^^^^^^^",
        ),
        (
            &["--ltl", "F Small.x"],
            "--ltl: an atom is true or false, but this is a number\n  F Small.x\n    ^^^^^^^",
        ),
        (
            &["--ltl", "F \"Small.y == 1\""],
            "--ltl: y is a field of each Small, not of the class; try: some Small x: x.y\n  F \"Small.y == \
                1\"\n           ^",
        ),
        (
            &["--ltl", "F \"Small.x = 1\""],
            "--ltl: expected an operator or the end of the atom, found '='; equality is ==\n  F \"Small.x = \
                1\"\n             ^",
        ),
        (
            &["--ltl", "F \"main at Small.nix\""],
            "--ltl: Small has no method nix of its own\n  F \"main at Small.nix\"\n             ^^^^^^^^^",
        ),
        (
            &["--ltl", "F \"main at Small.main:99\""],
            "--ltl: Small.main has no code at Small.main:99\n  F \"main at Small.main:99\"\n             ^^^^^^^^^^^^^",
        ),
        (
            &["--ltl", "F \"Small.half()\""],
            "--ltl: Small has no static method half() that gives a boolean, an int or a long\n  F \
                \"Small.half()\"\n           ^^^^",
        ),
        (&["--fair", "--mu", "nu x. AX x"], "--fair is about paths, and the mu-calculus (--mu) has none"),
        (&["--fair"], "--fair goes with a temporal property: --ltl, --ctl or --ctlstar"),
        (
            &["--ltl", "G true", "--store", "fingerprint"],
            "temporal properties need --store exact: cycles are found by states that come again",
        ),
    ];
    for (option, expected) in cases {
        assert_eq!(refused(option), expected, "{option:?}");
    }
}

#[test]
fn next_needs_no_reduction() {
    let file = program();
    let file = file.to_str().expect("a path in UTF-8");
    let output = jaywalk(&["check", "--reduce", "off", "--ltl", "G (Small.done -> X Small.done)", file]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_cut_search_does_not_pass() {
    let file = program();
    let file = file.to_str().expect("a path in UTF-8");
    for option in [["--ltl", "G \"Small.x < 9\""], ["--ctl", "AG \"Small.x < 9\""]] {
        let output = jaywalk(&[&["check", "--max-states", "1"], &option[..], &[file]].concat());
        assert_eq!(output.status.code(), Some(3), "{output:?}");
    }
}

/// One waits for a moment, and another wakes him or comes too late for that: then the time is over where nobody else
/// can go on, which is no surprise.
const WAITS: &str = "public class Waits {
  static volatile boolean ready, late;
  public static void main(String[] args) throws Exception {
    Object lock = new Object();
    Thread waiter = new Thread(() -> {
      synchronized (lock) {
        try { lock.wait(100); } catch (InterruptedException e) { return; }
        late = true;
      }
    });
    Thread other = new Thread(() -> { ready = true; synchronized (lock) { lock.notify(); } });
    waiter.start();
    other.start();
    other.join();
    waiter.join();
  }
}
";

/// A property's run is told by as few surprises as an invariant's path: the product has the system's word for what
/// comes before its time.
#[test]
fn a_run_is_told_with_as_few_early_waits_as_a_path() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("Waits.java");
    std::fs::write(&file, WAITS).expect("the program is written");
    let file = file.to_str().expect("a path in UTF-8");
    for property in [["--invariant", "!Waits.late"], ["--ltl", "G !Waits.late"]] {
        let output = jaywalk(&[&["check"], &property[..], &[file]].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("(0 preemptions; ") && !text.contains("over early"), "{property:?}: {text}");
    }
}
