//! A violation that `check` finds is one that `certify` finds, whatever its kind and however the script was made; and
//! what is safe is certified.

use crate::forged::file;
use crate::programs::{Ran, jaywalk, run, scratch};
use script::{Header, Script, Subgraphs};
use std::path::{Path, PathBuf};
use testkit::compile::{Entry, compile_all};
use testkit::jdk::Jdk;

fn told(ran: &Ran) -> String {
    format!("{}{}", ran.out, ran.err)
}

/// A case with its header.
struct Case {
    file: PathBuf,
    verdict: String,
    options: Vec<String>,
    case: testkit::case::Case,
}

impl Case {
    fn new(case: testkit::case::Case) -> Option<Case> {
        let header = |key: &str| case.source.lines().find_map(|line| line.strip_prefix(key));
        let verdict = header("//@ check: ")?.trim().to_string();
        let options = header("//@ options: ").unwrap_or_default().split_whitespace();
        let options = options.map(str::to_string).collect();
        let is_of_one_file = header("//@ jdk: ").is_none() && header("//@ args: ").is_none();
        is_of_one_file.then(|| Case { file: case.path.clone(), verdict, options, case })
    }

    /// The words that name the program, which is compiled beforehand.
    fn program(&self) -> [String; 3] {
        let entry = Entry::of(&cache(), &Jdk::find().expect("a JDK"), &self.case);
        ["-cp".to_string(), entry.classes().display().to_string(), self.case.main_class()]
    }
}

fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("verdicts")
}

/// All cases that are checked, in the order of their names. Their headers are described in docs/testing.md.
fn cases() -> Vec<Case> {
    let all = testkit::case::collect(&testkit::repo_root().join("tests/cases"));
    all.into_iter().filter_map(|(_, case)| Case::new(case.ok()?)).collect()
}

/// Compiles these cases, once for all their runs.
fn compile(cases: &[&Case]) {
    compile_all(&Jdk::find().expect("a JDK"), &cache(), cases.iter().map(|case| &case.case))
        .expect("javac runs");
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
///
/// # Errors
/// What differs.
fn compare(case: &Case, reduce: &str) -> Result<bool, String> {
    let script = scratch(&format!("verdict-{reduce}"));
    let _ = std::fs::remove_file(&script);
    let (file, program) = (case.file.display().to_string(), case.program());
    let own: Vec<&str> = case.options.iter().map(String::as_str).collect();
    let words = ["--reduce", reduce, "--all", "--max-seconds", "10", "--script", &script];
    let program = program.each_ref().map(String::as_str);
    let checked = run("check", &[&own[..], &words[..], &program[..]].concat());
    if !Path::new(&script).exists() {
        return Ok(false);
    }
    let (again, script) = (said_again(&case.options), [script.as_str()]);
    for how in [&[][..], &["--workers", "2"], &["--trust"]] {
        let ran = run("certify", &[&again[..], how, &script[..]].concat());
        let is_refused = ran.code == Some(2)
            && how.first() == Some(&"--workers")
            && ["commute", "--outputs is not for parts", "one machine alone"]
                .iter()
                .any(|why| ran.err.contains(why));
        let is_same = !how.is_empty() || properties(&ran) == properties(&checked);
        if !is_same || (ran.code != checked.code && !is_refused) {
            return Err(format!("{file} {reduce} {how:?}: {}\n{}", told(&checked), told(&ran)));
        }
    }
    Ok(true)
}

/// `JAYWALK_CASES=all` for all of them with every reduction, `JAYWALK_CASES=order,off` with these.
#[test]
fn what_fails_is_never_certified() {
    let asked = std::env::var("JAYWALK_CASES").ok();
    let every = ["order", "full", "local", "off"];
    let is_asked =
        |reduce: &&str| asked.as_ref().is_some_and(|asked| asked == "all" || asked.contains(*reduce));
    let reductions: Vec<&str> = match &asked {
        Some(_) => every.into_iter().filter(is_asked).collect(),
        None => vec!["order", "local"],
    };
    let all = cases();
    assert!(all.len() > 200, "{} cases", all.len());
    let is_odd = |case: &&Case| {
        let is_searched = |word: &String| {
            ["--workers", "--search", "--reduce", "--ltl", "--ctl", "--without"].contains(&&**word)
        };
        case.options.iter().any(is_searched)
    };
    // A call that is one operation, and in it one that is not, which only some machines have linked; and steps of pools
    // that depend on what others run.
    let late = ["PoolIsAsked.java", "DiscardsOldest.java"];
    let is_late = |case: &Case| late.iter().any(|name| case.file.ends_with(name));
    let rare =
        |case: &Case| is_late(case) || ["livelock", "partial"].iter().any(|kind| case.verdict.contains(kind));
    let is_wanted = |at: usize, case: &Case, turn: usize| {
        asked.is_some() || (rare(case) && turn == 1) || (at + 7 * turn).is_multiple_of(29)
    };
    let wanted: Vec<(&Case, &str)> = (all.iter().enumerate().filter(|(_, case)| !is_odd(case)))
        .flat_map(|(at, case)| {
            reductions.iter().enumerate().map(move |(turn, reduce)| (at, case, turn, *reduce))
        })
        .filter(|(at, case, turn, _)| is_wanted(*at, case, *turn))
        .map(|(_, case, _, reduce)| (case, reduce))
        .collect();
    compile(&wanted.iter().map(|(case, _)| *case).collect::<Vec<_>>());
    let (mut compared, mut failing, mut differences) = (0, 0, Vec::new());
    for (case, reduce) in wanted {
        match compare(case, reduce) {
            Ok(true) => {
                compared += 1;
                failing += usize::from(case.verdict != "safe");
            }
            Ok(false) => println!("no script: {} {reduce}", case.file.display()),
            Err(difference) => differences.push(difference),
        }
    }
    println!("{compared} compared, {failing} of which fail");
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
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
    let [one, other, forgery] = ["mixed-one", "mixed-other", "mixed-forged"].map(scratch);
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
    // A part whose description was forged: what was learnt of the program is not what it is in the others.
    let script = Script::open(std::fs::File::open(format!("{one}.2")).expect("a part")).expect("a part");
    let (header, bytes) = (script.header.clone(), std::fs::read(format!("{one}.2")).expect("a part"));
    let moves = bytes[bytes.len() - 16 - script.sizes.moves as usize..bytes.len() - 16].to_vec();
    let few = Header { learnt: Vec::new(), ..header.clone() };
    let odd = Header { sources: header.sources[1..].to_vec(), ..header.clone() };
    let renamed = Header { meetings: header.meetings.iter().rev().cloned().collect(), ..header.clone() };
    for (at, forged) in [few, odd, renamed].into_iter().enumerate().filter(|(_, forged)| *forged != header) {
        std::fs::write(&forgery, file(&forged, &Subgraphs::default(), moves.clone()))
            .expect("it can be written");
        let _ = std::fs::remove_file(format!("{forgery}.map"));
        let ran = jaywalk("certify", &format!("--map {forgery}.map {forgery}"));
        let is_alike = Path::new(&format!("{forgery}.map")).exists();
        assert!(ran.code == Some(2) || is_alike, "{}", told(&ran));
        let ran = join(&format!("{one}.map1 {forgery}.map {one}.map3"));
        assert_eq!(ran.code, Some(2), "{at}: {}", told(&ran));
    }
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
