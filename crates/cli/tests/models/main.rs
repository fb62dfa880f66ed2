//! Promela and SMV models through the binary.

mod cycling;
mod several;
mod spin;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn binary() -> PathBuf {
    std::env::var_os("JAYWALK_TEST_BIN").map_or_else(|| env!("CARGO_BIN_EXE_jaywalk").into(), PathBuf::from)
}

fn jaywalk(words: &[&str]) -> (i32, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(binary()).args(words).current_dir(root).output();
    let Output { status, stdout, stderr } = output.expect("the binary is there");
    let text = String::from_utf8_lossy(&stdout).to_string() + &String::from_utf8_lossy(&stderr);
    (status.code().unwrap_or(-1), text)
}

fn written(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("promela");
    std::fs::create_dir_all(&folder).expect("a folder for models");
    let file = folder.join(name);
    std::fs::write(&file, text).expect("a model");
    file
}

#[test]
fn mutual_exclusion_holds_with_its_formulas() {
    let (code, text) = jaywalk(&["check", "--fair", "--progress", "examples/models/peterson.pml"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("inside <= 1") && text.contains("a cycle without progress"), "{text}");
    let (code, text) = jaywalk(&["check", "examples/models/peterson.pml"]);
    assert_eq!(code, 1, "without fairness one of them may never go on: {text}");
    assert!(text.contains("P[0]@critical"), "{text}");
}

#[test]
fn what_is_wrong_is_told_as_what_processes_do() {
    let (code, text) = jaywalk(&["check", "examples/models/broken.pml"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("P 0") && text.contains("P 1") && text.contains("assert(inside == 1)"), "{text}");
    let (code, text) = jaywalk(&["check", "examples/models/stopandwait.pml"]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("send data, 0 to wire") && text.contains("lost") || text.contains("receive"),
        "{text}"
    );
}

#[test]
fn properties_of_the_command_line_speak_promela() {
    let (code, text) =
        jaywalk(&["check", "--ctl", "AG EF \"P[0]@critical\"", "examples/models/peterson.pml"]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = jaywalk(&["check", "--ltl", "G \"insid <= 1\"", "examples/models/peterson.pml"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("insid is not declared"), "{text}");
}

#[test]
fn bad_models_are_refused_with_their_line() {
    let file = written("bad.pml", "active proctype A() {\n\tbyte x;\n\tx = y + 1\n}\n");
    let (code, text) = jaywalk(&["check", &file.display().to_string()]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("bad.pml:3:6: y is not declared") && text.contains("\t    ^"), "{text}");
    let file = written("c.pml", "active proctype A() {\n\tc_code { x; }\n}\n");
    let (code, text) = jaywalk(&["check", &file.display().to_string()]);
    assert_eq!(code, 3, "{text}");
    assert!(text.contains("embedded C (c_code)") && text.contains("c.pml:2"), "{text}");
}

#[test]
fn mistakes_that_look_harmless_are_told() {
    for (text, what) in [
        (
            "byte x = 1 / 0;\nactive proctype A() { skip }",
            ":1:6: the value that this begins with: division by zero",
        ),
        (
            "byte a[2], i = 2;\nactive proctype A() { byte k = a[i]; skip }",
            ":2:28: the value that this begins with: index 2 is out of range",
        ),
        ("mtype = { red };\nbyte red;\ninit { skip }", ":2:6: red is a value of an mtype already"),
        ("byte x;\nactive proctype A() { x = np_ }", ":2:27: np_ is for claims and formulas alone"),
        ("byte x;\nactive proctype A() provided (np_) { skip }", ": np_ is for claims"),
        ("byte a[2147483647];\ninit { skip }", ":1:8: an array has 1 to "),
    ] {
        let file = written("harmless.pml", text);
        let (code, said) = jaywalk(&["check", &file.display().to_string()]);
        assert!(code == 2 && said.contains(what) && said.contains('^'), "{text}\n{said}");
    }
    for (name, text, what) in [
        (
            "asks",
            "byte x; active proctype P() { enabled(1) } active proctype Q() { enabled(0) }",
            "depends on itself",
        ),
        (
            "given",
            "byte a[2], x; active proctype P() provided (a[x] == 0) { end: false } active proctype Q() { x = 5 }",
            "index 5",
        ),
        (
            "begun",
            "byte z; proctype P(byte k) { byte l = 4 / k; skip } init { run P(z) }",
            "division by zero",
        ),
    ] {
        let file = written(&format!("{name}.pml"), text);
        let (code, said) = jaywalk(&["check", &file.display().to_string()]);
        assert!(code == 1 && said.contains(what), "{said}");
    }
}

#[test]
fn a_model_can_be_simulated() {
    let text = "init { byte i; do :: i < 3 -> printf(\"%d\\n\", i); i++ :: else -> break od }";
    let file = written("count.pml", text).display().to_string();
    assert_eq!(jaywalk(&["run", &file]), (0, "0\n1\n2\n".to_string()));
    let file = written("stuck.pml", "init { false }").display().to_string();
    let (code, text) = jaywalk(&["run", &file]);
    assert!(code == 1 && text.contains("invalid end state"), "{text}");
}

/// It is no class with a strange name.
#[test]
fn a_model_of_states_is_not_run() {
    let file = written("two.model", "a* p -> b\nb q -> a\n").display().to_string();
    let (code, text) = jaywalk(&["run", &file]);
    assert!(code == 2 && text.contains("has no runs of its own"), "{text}");
}

#[test]
fn smv_models_are_answered_for_by_every_engine() {
    for engine in ["bmc", "induction", "ic3"] {
        let (code, text) = jaywalk(&["check", "--engine", engine, "examples/models/broken.smv"]);
        assert!(code == 1 && text.contains("p1.pc = cs") && text.contains("p2.pc = cs"), "{text}");
    }
    for engine in ["bdd", "explicit"] {
        let (code, text) = jaywalk(&["check", "--engine", engine, "examples/models/mutex.smv"]);
        assert_eq!(code, 0, "{text}");
        assert!(
            text.contains("PASS") && text.contains("exclusion") && text.contains("fair runs alone"),
            "{text}"
        );
        let (code, text) = jaywalk(&["check", "--engine", engine, "examples/models/broken.smv"]);
        assert_eq!(code, 1, "{text}");
        assert!(
            text.contains("exclusion: ")
                && text.contains("does not hold in every state")
                && text.contains("broken.smv:"),
            "{text}"
        );
        assert!(text.contains("p1.pc = cs") && text.contains("p2.pc = cs"), "{text}");
        let ltl = ["check", "--engine", engine, "--ltl", "G F \"p1.pc = cs\"", "examples/models/mutex.smv"];
        let (code, text) = jaywalk(&ltl);
        assert_eq!(code, 0, "{text}");
    }
    let (code, text) = jaywalk(&["model", "--ctl", "AG \"p1.pc = out\"", "examples/models/mutex.smv"]);
    assert_eq!(code, 1, "{text}");
    let (code, text) = jaywalk(&["run", "--seed", "3", "examples/models/mutex.smv"]);
    assert!(code == 0 && text.contains("state 20: "), "{text}");
}

#[test]
fn what_a_solver_proves_is_certified() {
    let text = "MODULE main\nVAR x : 0..6; y : boolean;\nASSIGN init(x) := 0; next(x) := case x < 5 : x + 1; \
        TRUE : 0; esac;\n\
        init(y) := FALSE; next(y) := x = 2;\nINVARSPEC x < 6\nLTLSPEC G F y\n";
    let path = written("solved.smv", text);
    let (file, proof) = (path.display().to_string(), path.with_extension("invariant").display().to_string());
    let (code, said) = jaywalk(&["check", "--engine", "ic3", "--certificate", &proof, &file]);
    assert!(code == 0 && said.contains("holds:") && said.contains("IC3"), "{said}");
    let (code, said) = jaywalk(&["check", "--engine", "bmc", "--bound", "9", &file]);
    assert!(code == 3 && said.contains("up to 9 steps"), "{said}");
    let (code, said) = jaywalk(&["check", "--engine", "bdd", "--certificate", &proof, &file]);
    assert!(code == 2 && said.contains("--engine ic3"), "{said}");
    for part in [proof.clone(), format!("{proof}.2")] {
        let (code, said) = jaywalk(&["certify", &part]);
        assert!(code == 0 && said.contains("inductive invariant"), "{said}");
    }
    let kept = std::fs::read_to_string(&proof).expect("it was written");
    assert!(kept.lines().count() > 5, "{kept}");
    // Without its clauses it shows nothing, and for another model it was not written.
    let bare: Vec<&str> = kept.lines().take(4).chain(["end 0"]).collect();
    let damaged = written("damaged.invariant", &(bare.join("\n") + "\n")).display().to_string();
    let (code, said) = jaywalk(&["certify", &damaged]);
    assert!(code == 2 && said.contains("do not exclude"), "{said}");
    std::fs::write(&path, text.replace("x < 6", "x < 5")).expect("it can be written");
    let (code, said) = jaywalk(&["certify", &proof]);
    assert!(code == 2 && said.contains("not the model"), "{said}");
}

#[test]
fn what_holds_of_no_run_is_not_certified() {
    let text =
        "MODULE main\nVAR x : 0..3;\nINIT x = 0\nTRANS next(x) = x + 1\nINVARSPEC x < 4\nLTLSPEC G x < 1\n";
    let path = written("nowhere.smv", text);
    let (file, proof) = (path.display().to_string(), path.with_extension("invariant").display().to_string());
    let _ = std::fs::remove_file(format!("{proof}.2"));
    let (code, said) = jaywalk(&["check", "--engine", "ic3", "--all", "--certificate", &proof, &file]);
    assert!(code == 3 && said.contains("no run is fair and infinite"), "{said}");
    let (code, said) = jaywalk(&["certify", &proof]);
    assert!(code == 0, "the invariant is about states: {said}");
    assert!(!Path::new(&format!("{proof}.2")).exists(), "there is no run that the formula is about");
    // No successor of x = 3, so no infinite run: the empty clause is inductive where nothing is.
    let kept = std::fs::read_to_string(&proof).expect("it was written");
    let forged = kept.lines().take(3).map(str::to_string).collect::<Vec<_>>().join("\n");
    let forged = written("nowhere.forged", &format!("{forged}\nspec 2 G x < 1\n-$saved:0\nend 1\n"));
    let (code, said) = jaywalk(&["certify", &forged.display().to_string()]);
    assert!(code == 2, "{said}");
    let none = written("nothing.smv", "MODULE main\nVAR x : 0..3;\nINIT x = 0 & x = 1\nINVARSPEC x < 3\n");
    let (none, proof) = (none.display().to_string(), none.with_extension("invariant"));
    let _ = std::fs::remove_file(&proof);
    let (code, said) =
        jaywalk(&["check", "--engine", "ic3", "--certificate", &proof.display().to_string(), &none]);
    assert!(code == 3 && !proof.exists(), "{said}");
}

#[test]
fn what_is_wrong_with_smv_models_is_told() {
    let file = written("bad.smv", "MODULE main\nVAR x : 0..3;\nASSIGN next(x) := x + 1;\nINVARSPEC x < 3\n");
    let (code, text) = jaywalk(&["check", &file.display().to_string()]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("bad.smv:3:19: x can get a value") && text.contains("^^^^^"), "{text}");
    let file = written("past.smv", "MODULE main\nVAR x : boolean;\nLTLSPEC O x\n");
    let (code, text) = jaywalk(&["check", &file.display().to_string()]);
    assert!(code == 3 && text.contains("operators of the past") && text.contains("past.smv:3"), "{text}");
    let (code, text) = jaywalk(&["check", "--ltl", "G \"p1.pd = cs\"", "examples/models/mutex.smv"]);
    assert!(code == 2 && text.contains("this module has no pd"), "{text}");
    let file = written(
        "dead.smv",
        "MODULE main\nVAR x : 0..3;\nINIT x = 0\nTRANS next(x) = x + 1\nINVARSPEC x < 4\nLTLSPEC G x < 4\n",
    );
    let (code, text) = jaywalk(&["check", &file.display().to_string()]);
    assert!(code == 3 && text.contains("no run is fair and infinite"), "{text}");
    let file = written("none.smv", "MODULE main\nVAR x : 0..3;\nINIT x = 0 & x = 1\nINVARSPEC x < 3\n");
    let (code, text) = jaywalk(&["check", &file.display().to_string()]);
    assert!(code == 3 && text.contains("no initial state"), "{text}");
    let (code, text) = jaywalk(&["check", "--engine", "bdd", "examples/models/peterson.pml"]);
    assert!(code == 2 && text.contains("--engine is for SMV models"), "{text}");
}
