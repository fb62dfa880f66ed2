//! A violation that `check` finds is one that `certify` finds, whatever its kind and however the script was made; and
//! what is safe is certified.

use crate::programs::{Ran, jaywalk, run, scratch};
use std::path::{Path, PathBuf};

fn told(ran: &Ran) -> String {
    format!("{}{}", ran.out, ran.err)
}

/// A case with its header.
struct Case {
    file: PathBuf,
    verdict: String,
    options: Vec<String>,
}

/// All cases that are checked, in the order of their names. Their headers are described in docs/testing.md.
fn cases() -> Vec<Case> {
    fn collect(folder: &Path, out: &mut Vec<Case>) {
        for path in std::fs::read_dir(folder).expect("cases").map(|entry| entry.expect("a case").path()) {
            if path.is_dir() {
                collect(&path, out);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let header = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
            let Some(verdict) = header("//@ check: ") else { continue };
            let options = header("//@ options: ").unwrap_or_default().split_whitespace();
            let options = options.map(str::to_string).collect();
            let is_of_one_file = header("//@ jdk: ").is_none() && header("//@ args: ").is_none();
            if is_of_one_file && path.extension().is_some_and(|extension| extension == "java") {
                out.push(Case { file: path, verdict: verdict.trim().to_string(), options });
            }
        }
    }
    let mut out = Vec::new();
    collect(&testkit::repo_root().join("tests/cases"), &mut out);
    out.sort_by(|a, b| a.file.cmp(&b.file));
    out
}

/// The first words of what was found, each once.
fn properties(ran: &Ran) -> Vec<String> {
    let lines = ran.out.lines().filter_map(|line| line.strip_prefix("FAIL  "));
    let of =
        |line: &str| line.split("  ").nth(1).map(|word| word.split(':').next().unwrap_or(word).to_string());
    let mut found: Vec<String> = lines.filter_map(of).collect();
    found.sort();
    found.dedup();
    found
}

/// Options that decide what counts have to be said again by who certifies.
const SAID_AGAIN: [(&str, bool); 10] = [
    ("--strict", false),
    ("--spurious-wakeups", false),
    ("--weak-cas", false),
    ("--thread-symmetry", false),
    ("--disable-assertions", false),
    ("--timeouts", true),
    ("--random", true),
    ("--handled-exceptions", true),
    ("--heap", true),
    ("--processors", true),
];

fn said_again(options: &[String]) -> Vec<&str> {
    let mut words = Vec::new();
    let mut left = options.iter();
    while let Some(word) = left.next() {
        if let Some((_, has_value)) = SAID_AGAIN.iter().find(|(flag, _)| word == flag) {
            words.push(word.as_str());
            words.extend(has_value.then(|| left.next().map(String::as_str)).flatten());
        }
    }
    words
}

/// Checks a case for everything, and certifies it along its script. False if there was none.
fn compare(case: &Case, reduce: &str) -> bool {
    let script = scratch(&format!("verdict-{reduce}"));
    let _ = std::fs::remove_file(&script);
    let file = case.file.display().to_string();
    let own: Vec<&str> = case.options.iter().map(String::as_str).collect();
    let words = ["--reduce", reduce, "--all", "--max-seconds", "10", "--script", &script, &file];
    let checked = run("check", &[&own[..], &words[..]].concat());
    if !Path::new(&script).exists() {
        return false;
    }
    let (again, script) = (said_again(&case.options), [script.as_str()]);
    for how in [&[][..], &["--workers", "2"], &["--trust"]] {
        let ran = run("certify", &[&again[..], how, &script[..]].concat());
        let is_refused = ran.code == Some(2)
            && how.first() == Some(&"--workers")
            && ["commute", "--outputs is not for parts", "one machine alone"]
                .iter()
                .any(|why| ran.err.contains(why));
        assert!(ran.code == checked.code || is_refused, "{file} {how:?}: {}\n{}", told(&checked), told(&ran));
        if how.is_empty() {
            assert_eq!(properties(&ran), properties(&checked), "{file}");
        }
    }
    true
}

/// `JAYWALK_CASES=all` for all of them, with every reduction.
#[test]
fn what_fails_is_never_certified() {
    let is_all = std::env::var_os("JAYWALK_CASES").is_some();
    let reductions = if is_all { &["order", "full", "local", "off"][..] } else { &["order", "local"] };
    let all = cases();
    assert!(all.len() > 200, "{} cases", all.len());
    let is_odd = |case: &&Case| {
        let is_searched =
            |word: &String| ["--workers", "--search", "--reduce", "--ltl", "--ctl"].contains(&&**word);
        case.options.iter().any(is_searched)
    };
    // A call that is one operation, and in it one that is not, which only some machines have linked.
    let is_late = |case: &Case| case.file.ends_with("PoolIsAsked.java");
    let rare =
        |case: &Case| is_late(case) || ["livelock", "partial"].iter().any(|kind| case.verdict.contains(kind));
    let (mut compared, mut failing) = (0, 0);
    for (at, case) in all.iter().enumerate().filter(|(_, case)| !is_odd(case)) {
        for (turn, reduce) in reductions.iter().enumerate() {
            if (is_all || (rare(case) && turn == 1) || (at + 7 * turn) % 29 == 0) && compare(case, reduce) {
                compared += 1;
                failing += usize::from(case.verdict != "safe");
            }
        }
    }
    assert!(compared > 15 && failing > 8, "{compared} compared, {failing} of which fail");
}

/// A script of a search that did not look for them makes no livelock and no partial deadlock a safe program.
#[test]
fn livelocks_and_partial_deadlocks_are_the_consumers_to_find() {
    let mut found = 0;
    for case in
        cases().iter().filter(|case| case.verdict.contains("livelock") || case.verdict.contains("partial"))
    {
        let (script, small) = (scratch("unsought"), scratch("unsought-small"));
        let _ = std::fs::remove_file(&script);
        let file = case.file.display().to_string();
        let words = [
            "--without",
            "livelocks",
            "--reduce",
            "local",
            "--max-seconds",
            "10",
            "--script",
            &script,
            &file,
        ];
        let ran = run("check", &words);
        if !Path::new(&script).exists() {
            continue;
        }
        assert_ne!(ran.code, Some(1), "{}", told(&ran));
        let property = &case.verdict;
        for how in ["", "--workers 2", "--trust", "--workers 2 --trust"] {
            let ran = jaywalk("certify", &format!("{how} {script}"));
            assert!(ran.code == Some(1) && ran.out.contains(property), "{file} {how}: {}", told(&ran));
        }
        found += 1;
        // Where the script does not show them, that is said.
        assert_eq!(jaywalk("script", &format!("trim {script} {small}")).code, Some(0));
        let ran = jaywalk("certify", &format!("--trust {small}"));
        let is_told = ran.code != Some(0) || ran.out.contains("livelocks and partial deadlocks");
        assert!(is_told, "{file}: {}", told(&ran));
    }
    assert!(found > 3, "{found} programs");
}

/// Flags may stand behind the script, Java's own spellings too.
#[test]
fn flags_stand_behind_the_script_too() {
    let script = scratch("behind");
    let file = "concurrency/NestedMonitor.java";
    assert_eq!(jaywalk("check", &format!("--script {script} {file}")).code, Some(0));
    for words in ["-cp concurrency", "--workers 1 -cp concurrency", "-cp concurrency --all"] {
        let ran = jaywalk("certify", &format!("{script} {words}"));
        assert_eq!(ran.code, Some(0), "{words}: {}", told(&ran));
    }
    let ran = jaywalk("certify", &format!("{script} -cp concurrency {file}"));
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    // Behind MAIN they are the program's.
    let ran = jaywalk("certify", &format!("{script} {file} -cp concurrency"));
    assert!(ran.code == Some(2) && ran.err.contains("program"), "{}", told(&ran));
}

/// A script that was written in a hurry is as good as any, and is packed later.
#[test]
fn loose_scripts_certify_and_are_packed() {
    for reduce in ["local", "order"] {
        let [packed, loose, later] =
            ["now", "loose", "later"].map(|name| scratch(&format!("{name}-{reduce}")));
        let program = "concurrency/DiningPhilosophers.java 4 1";
        let check = |words: &str| jaywalk("check", &format!("--reduce {reduce} {words} {program}"));
        assert_eq!(check(&format!("--script {packed}")).code, Some(0));
        assert_eq!(check(&format!("--loose --script {loose}")).code, Some(0));
        let shown = jaywalk("script", &format!("show {loose}"));
        assert!(shown.out.contains("not packed yet"), "{}", shown.out);
        assert_eq!(jaywalk("script", &format!("pack {loose} {later}")).code, Some(0));
        let bytes = |file: &str| std::fs::read(file).expect("a script");
        assert!(bytes(&later) == bytes(&packed), "packed at once and packed later is the same");
        assert!(bytes(&loose).len() > bytes(&later).len());
        for how in ["", "--trust"] {
            let ran = jaywalk("certify", &format!("{how} {loose}"));
            assert_eq!(ran.code, Some(0), "{how}: {}", told(&ran));
        }
    }
    assert_eq!(jaywalk("check", "--loose concurrency/NestedMonitor.java").code, Some(2), "needs --script");
}

/// Parts of different scripts, mixed up or renamed, make no whole.
#[test]
fn parts_of_different_scripts_are_no_whole() {
    let program = |philosophers: u32| format!("concurrency/DiningPhilosophers.java {philosophers} 1");
    let [one, other] = ["mixed-one", "mixed-other"].map(scratch);
    for (file, philosophers) in [(&one, 3), (&other, 4)] {
        let ran = jaywalk("check", &format!("--reduce local --script {file} {}", program(philosophers)));
        assert_eq!(ran.code, Some(0), "{}", told(&ran));
        assert_eq!(jaywalk("script", &format!("split {file} -k 3")).code, Some(0));
        for part in 1..=3 {
            let ran = jaywalk("certify", &format!("--map {file}.map{part} {file}.{part}"));
            assert_eq!(ran.code, Some(0), "{}", told(&ran));
        }
    }
    let join = |maps: &str| jaywalk("script", &format!("join {maps}"));
    let whole = join(&format!("{one}.map1 {one}.map2 {one}.map3"));
    assert!(whole.code == Some(0) && whole.out.contains("not looked for: livelocks"), "{}", told(&whole));
    let ran = join(&format!("{one}.map1 {other}.map2 {one}.map3"));
    assert!(ran.code == Some(2) && ran.err.contains("not of one script"), "{}", told(&ran));
    // A part is certified against its own program alone.
    let ran = jaywalk("certify", &format!("--map {one}.no {one}.2 {}", program(4)));
    assert!(ran.code == Some(2) && !Path::new(&format!("{one}.no")).exists(), "{}", told(&ran));
    // The first of several parts of a whole script looks for livelocks for all.
    let ran = jaywalk("certify", &format!("--part 1/3 --map {one}.first {one}"));
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    let ran = join(&format!("{one}.first {one}.map2 {one}.map3"));
    assert!(ran.code == Some(0) && !ran.out.contains("livelocks"), "{}", told(&ran));
    // The moves of one script behind the description of another.
    let (mut a, b) = (std::fs::read(&one).expect("a script"), std::fs::read(&other).expect("a script"));
    a.splice(a.len() / 2.., b[b.len() / 2..].iter().copied());
    std::fs::write(&one, a).expect("it can be written");
    let ran = jaywalk("certify", &one);
    assert!(ran.code == Some(2) && ran.err.contains("is damaged"), "{}", told(&ran));
}
