//! What consumers ask for beyond what was recorded, and what no script may decide.

use crate::programs::{Ran, jaywalk, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::jdk::Jdk;

/// Writes and compiles programs into a folder of their own.
pub fn compiled(folder: &str, class_path: &str, programs: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("further-{folder}"));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let api = testkit::repo_root().join("api/src");
    let mut javac = Command::new(Jdk::find().expect("a JDK").home.join("bin/javac"));
    javac.args(["-g", "-nowarn", "-cp", class_path, "-sourcepath"]).arg(api).arg("-d").arg(&folder);
    for (name, text) in programs {
        let file = folder.join(format!("{name}.java"));
        std::fs::write(&file, text).expect("a program can be written");
        javac.arg(file);
    }
    let output = javac.output().expect("javac runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder
}

fn told(ran: &Ran) -> String {
    format!("{}{}", ran.out, ran.err)
}

const COUNTED: &str = "
public class Counted {
    static int size, other;
    static final Object LOCK = new Object();
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> { synchronized (LOCK) { size++; size--; } });
        Thread b = new Thread(() -> { other = 1; other = 0; });
        a.start(); b.start(); a.join(); b.join();
        size = 7;
        size = 0;
        assert args.length == 0;
    }
}";

/// An invariant at certification says what it says to `check`, or that the script does not show it.
#[test]
fn invariants_at_certification_are_those_of_check() {
    let folder = compiled("invariants", "", &[("Counted", COUNTED)]);
    let (classes, file) = (folder.display().to_string(), scratch("invariants"));
    let invariants = [
        "main.size >= 0",
        "main.size < 7",
        "!(main.size == 1 && main.other == 1)",
        "main.other < 2",
        "\"main.size < 2\" || \"main.other == 0\"",
    ];
    let mut hidden = 0;
    for reduce in ["off", "local", "full", "order"] {
        let ran = run("check", &["--reduce", reduce, "--script", &file, "-cp", &classes, "Counted"]);
        assert_eq!(ran.code, Some(0), "{}", told(&ran));
        for invariant in invariants {
            let words = ["--reduce", reduce, "--invariant", invariant, "-cp", &classes, "Counted"];
            let checked = run("check", &words).code;
            for how in [&[][..], &["--trust"]] {
                let own = ["--invariant", invariant, "-cp", &classes, &file, "Counted"];
                let ran = run("certify", &[how, &own].concat());
                let is_hidden =
                    ran.code == Some(2) && told(&ran).contains("record the script with --invariant");
                let is_left_out = ran.code == Some(2) && reduce == "order";
                assert!(!is_left_out || is_hidden || told(&ran).contains("record it with"), "{}", told(&ran));
                hidden += usize::from(is_hidden);
                // A step in which others could come in hides its middle, but only where locks guard it.
                assert!(!is_hidden || matches!(reduce, "full" | "order"), "{}", told(&ran));
                assert!(
                    ran.code == checked || is_hidden || is_left_out,
                    "{reduce} {how:?} {invariant}: {checked:?}, {}",
                    told(&ran)
                );
                assert_eq!(ran.code == Some(1), ran.out.contains("does not hold"), "{}", ran.out);
                assert!(!told(&ran).contains("could not be read back"), "{}", ran.out);
            }
        }
        let ran = run(
            "check",
            &[
                "--reduce",
                reduce,
                "--invariant",
                invariants[0],
                "--script",
                &file,
                "-cp",
                &classes,
                "Counted",
            ],
        );
        assert_eq!(ran.code, Some(0), "{}", told(&ran));
        let ran = run("certify", &["--invariant", invariants[0], "-cp", &classes, &file, "Counted"]);
        assert_eq!(ran.code, Some(0), "recorded for it, {reduce}: {}", told(&ran));
    }
    assert!(hidden > 0, "guarded writes are in the middle of steps");
    for (wrong, reason) in [("main.none > 0", "has no field none"), ("G \"main.size > 0\"", "single states")]
    {
        let ran = run("certify", &["--invariant", wrong, "-cp", &classes, &file, "Counted"]);
        assert!(ran.code == Some(2) && ran.err.contains(reason) && ran.err.contains('^'), "{}", told(&ran));
    }
}

/// An invariant may name a class before the program does, and the machine knows it earlier than the search did: that
/// is told as what it is.
#[test]
fn invariants_that_name_classes_early_are_told() {
    let text = "public class Late { static class Held { int v = 42; } static Held held;
        public static void main(String[] args) { if (held == null) held = new Held(); } }";
    let classes = compiled("early", "", &[("Late", text)]).display().to_string();
    let file = scratch("early");
    let ran = run("check", &["--reduce", "local", "--script", &file, "-cp", &classes, "Late"]);
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    for how in [&[][..], &["--trust"]] {
        let words = ["--invariant", "main.held == null || main.held.v >= 0", &file];
        let ran = run("certify", &[how, &words].concat());
        let is_told = ran.code == Some(0) || ran.err.contains("record it with --invariant");
        assert!(is_told, "{}", told(&ran));
    }
}

/// What counts as a run and as a violation is the consumer's to say.
#[test]
fn no_script_makes_the_check_a_weaker_one() {
    let broken = "public class Broken { static int size;
        public static void main(String[] args) { assert args.length > 0 || Boolean.getBoolean(\"well\"); } }";
    let folder = compiled("weaker", "", &[("Broken", broken)]);
    let (classes, file) = (folder.display().to_string(), scratch("weaker"));
    let recordings: [&[&str]; 3] = [
        &["-da", "-cp", &classes, "Broken"],
        &["-Dwell=true", "-cp", &classes, "Broken"],
        &["-cp", &classes, "Broken", "x"],
    ];
    for words in recordings {
        let ran = run("check", &[&["--script", &file], words].concat());
        assert_eq!(ran.code, Some(0), "{}", told(&ran));
        let ran = run("certify", &["-cp", &classes, &file, "Broken"]);
        assert!(ran.code == Some(2) && ran.err.contains(": there"), "{words:?}: {}", told(&ran));
        // Without MAIN the script names the program, which is told; but assertions are executed.
        let ran = run("certify", &[&file]);
        let is_named = ran.code == Some(0) && ran.out.contains(": ") && !words.contains(&"-da");
        assert!(is_named || ran.code == Some(2), "{words:?}: {}", told(&ran));
    }
}

/// Classes that nobody names are a part of the program all the same.
#[test]
fn classes_that_are_found_by_reflection_are_compared() {
    let main = "public class Finder { public static void main(String[] args) throws Exception {
        ((Runnable) Class.forName(\"Plug\" + args[0]).getDeclaredConstructor().newInstance()).run(); } }";
    let plug = "public class Plugin implements Runnable { int n = 1; public void run() { assert n < 3; } }";
    let folder = compiled("reflection", "", &[("Finder", main), ("Plugin", plug)]);
    let (classes, file) = (folder.display().to_string(), scratch("reflection"));
    let ran = run("check", &["--script", &file, "-cp", &classes, "Finder", "in"]);
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    assert!(jaywalk("script", &format!("show {file}")).out.contains("    Plugin "));
    let certify = || run("certify", &["-cp", &classes, &file, "Finder", "in"]);
    assert_eq!(certify().code, Some(0));
    compiled("reflection", &classes, &[("Plugin", &plug.replace("n = 1", "n = 2"))]);
    let ran = certify();
    assert!(ran.code == Some(2) && ran.err.contains("Plugin: there"), "{}", told(&ran));
}

/// So are files that it reads beside its classes; whoever trusts a script would not notice otherwise.
#[test]
fn files_beside_classes_are_compared() {
    let reader = "import jaywalk.Verify;
        public class Reader { public static void main(String[] args) throws Exception {
            try (var in = Reader.class.getResourceAsStream(\"/most.txt\")) {
                assert Verify.getInt(0, in == null ? 0 : in.read() - '0') < 2;
            } } }";
    let folder = compiled("files", "", &[("Reader", reader)]);
    let (classes, file) = (folder.display().to_string(), scratch("files"));
    let most = folder.join("most.txt");
    let check = || run("check", &["--script", &file, "-cp", &classes, "Reader"]);
    let certify = |how: &str| run("certify", &[how, "-cp", &classes, &file, "Reader"]);
    let is_refused = |ran: &Ran| ran.code == Some(2) && ran.err.contains("/most.txt: there");
    let _ = std::fs::remove_file(&most);
    for before in [None, Some("1")] {
        if let Some(text) = before {
            std::fs::write(&most, text).expect("a file");
        }
        let ran = check();
        assert_eq!(ran.code, Some(0), "{}", told(&ran));
        for how in ["--trust", "--all"] {
            assert_eq!(certify(how).code, Some(0), "{before:?} {how}");
        }
        std::fs::write(&most, "2").expect("a file");
        for how in ["--trust", "--all"] {
            let ran = certify(how);
            assert!(is_refused(&ran), "{before:?} {how}: {}", told(&ran));
        }
    }
}

/// What was recorded under an assumption is certified under it, and no other script is.
#[test]
fn assumptions_are_the_consumers_too() {
    let unit = "public class Door { int n; public void open() { n++; } public void close() { n--; } }";
    let both = "public class Both { public static void main(String[] args) {
        Door door = new Door(); door.open(); door.close(); } }";
    let one = "public class One { public static void main(String[] args) { new Door().open(); } }";
    let folder = compiled("assumed", "", &[("Door", unit), ("Both", both), ("One", one)]);
    let (classes, file) = (folder.display().to_string(), scratch("assumed"));
    let words = "unit Door;\ninstances { Door d; }\nthread T 1: d.open(), d.close();\n";
    let spec = folder.join("door.env");
    std::fs::write(&spec, words).expect("a specification");
    let spec = spec.display().to_string();
    let ran = run("check", &["--assumption", &spec, "--script", &file, "-cp", &classes, "Both"]);
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    let ran = run("certify", &["--assumption", &spec, "-cp", &classes, &file, "Both"]);
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    let ran = run("certify", &["-cp", &classes, &file, "Both"]);
    assert_eq!(ran.code, Some(2), "{}", told(&ran));
    let ran = run("check", &["--script", &file, "-cp", &classes, "One"]);
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    let ran = run("certify", &["--assumption", &spec, "-cp", &classes, &file, "One"]);
    assert_eq!(ran.code, Some(2), "{}", told(&ran));
    let ran = run("certify", &["--stub", "Door", "-cp", &classes, &file, "One"]);
    assert_eq!(ran.code, Some(2), "{}", told(&ran));
}

/// Options that differ are told as one writes them.
#[test]
fn what_differs_is_told_in_the_words_of_the_command_line() {
    let main = "public class Idle { public static void main(String[] args) { } }";
    let folder = compiled("idle", "", &[("Idle", main)]);
    let (classes, file) = (folder.display().to_string(), scratch("idle"));
    let options = ["--timeouts", "any", "--allow-write", "memory", "-Dplug=P1", "--weak-cas"];
    let ran = run("check", &[&options[..], &["--script", &file, "-cp", &classes, "Idle"]].concat());
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    let ran = run("certify", &["-Dplug=P2", "-cp", &classes, &file, "Idle"]);
    assert_eq!(ran.code, Some(2), "{}", told(&ran));
    let mut lines: Vec<&str> = ran.err.lines().skip(1).map(str::trim).collect();
    lines.sort_unstable();
    let wanted = [
        "--allow-write: there memory, here none",
        "--timeouts: there any, here 1s",
        "--weak-cas: there on, here off",
        "-D: there plug=P1, here plug=P2",
    ];
    assert_eq!(lines, wanted, "{}", ran.err);
}

#[test]
fn drivers_with_choices_and_outputs_certify() {
    let driver = "import jaywalk.Verify;
        public class Driver { static int x;
            public static void main(String[] args) throws Exception {
                int n = Verify.getInt(1, 3);
                Thread t = new Thread(() -> { synchronized (Driver.class) { x += n; } });
                t.start();
                synchronized (Driver.class) { x += Verify.getBoolean() ? 1 : 0; }
                t.join();
                Verify.ignoreIf(n == 2);
                System.out.println(x);
            } }";
    let folder = compiled("driver", "", &[("Driver", driver)]);
    let (classes, file) = (folder.display().to_string(), scratch("driver"));
    let outputs = |text: &str| -> Vec<String> {
        text.lines().skip_while(|line| !line.contains("output")).map(str::to_string).collect()
    };
    for reduce in ["off", "local", "full", "order"] {
        let checked =
            run("check", &["--reduce", reduce, "--outputs", "--script", &file, "-cp", &classes, "Driver"]);
        assert_eq!(checked.code, Some(0), "{}", told(&checked));
        let certified = run("certify", &["--outputs", "-cp", &classes, &file, "Driver"]);
        assert_eq!(certified.code, Some(0), "{}", told(&certified));
        let own: Vec<String> = outputs(&certified.out);
        let own: Vec<String> = own.into_iter().filter(|line| !line.starts_with("certified")).collect();
        assert!(own.len() > 1 && own == outputs(&checked.out), "{}\n{}", checked.out, certified.out);
    }
}

/// A process that is killed while it records leaves no script.
#[test]
fn a_killed_recording_leaves_no_script() {
    let file = scratch("killed");
    let binary = std::env::var_os("JAYWALK_TEST_BIN")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")), |path| testkit::repo_root().join(path));
    let mut recording = Command::new(binary)
        .current_dir(testkit::repo_root().join("examples"))
        .args(["check", "--reduce", "local", "--script", &file, "concurrency/DiningPhilosophers.java", "8"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    recording.kill().expect("it is killed");
    recording.wait().expect("it ends");
    assert!(!Path::new(&file).exists());
    assert_eq!(jaywalk("certify", &file).code, Some(2));
    let moves = format!("{file}.moves");
    if Path::new(&moves).exists() {
        assert_eq!(jaywalk("certify", &moves).code, Some(2), "what is left is none");
    }
}
