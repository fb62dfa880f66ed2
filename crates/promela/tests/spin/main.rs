//! Promela against SPIN itself: the same states, one by one counted, and the same verdicts.

mod awkward;
mod driver;
mod random;
mod words;

use driver::explore;
use std::path::{Path, PathBuf};
use testkit::pan::{self, Pan};

const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";
/// States of larger models are not counted.
const MOST: u64 = 300_000;

fn models(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|list| list.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            models(&entry, out);
        } else if entry.extension().is_some_and(|end| end == "pml") {
            out.push(entry);
        }
    }
}

/// What is different, in words; nothing if all is the same.
fn compare(file: &Path, folder: &Path) -> Result<String, String> {
    let front = driver::read(file);
    let pan = Pan::new(file, folder, &["-DSAFETY", "-DNOCLAIM"]);
    let front = match (front, &pan) {
        (Ok(front), _) => front,
        (Err(problem), Err(_)) => {
            return Ok(format!("refused by both: {}", first_line(&problem.to_string())));
        }
        (Err(problem), Ok(_)) => return Ok(format!("REFUSED {}", problem)),
    };
    let seen = explore(&front, MOST).map_err(|problem| problem.to_string())?;
    let pan = match pan {
        Ok(pan) => pan,
        Err(words) => return Ok(format!("refused by SPIN: {}", first_line(&words))),
    };
    if seen.is_cut {
        return Ok("too large".to_string());
    }
    let has_errors = seen.assertions > 0 || !seen.others.is_empty();
    let said = pan.run(&[]);
    let found = has_errors || seen.deadlocks > 0;
    if said.is_cut {
        // Where an atomic sequence goes round for ever, or a jump leads to a state that it has forgotten, it gives up.
        return Ok(format!("SPIN gives up: {}", said.first));
    }
    if found != (said.errors > 0) {
        return Err(format!("we: {seen:?}\nSPIN: {said:?}"));
    }
    if has_errors {
        return Ok(format!("both find: {} | {:?}", said.first, seen));
    }
    let said = pan.run(&["-E"]);
    if said.is_cut {
        return Ok(format!("SPIN gives up: {}", said.first));
    }
    match said.states == seen.states {
        true => Ok(format!("{} states, deadlocks {}", seen.states, seen.deadlocks)),
        false => Err(format!("we: {seen:?}\nSPIN: {said:?}")),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Of the package's examples, those that are compared every time: small ones with much in them.
const SAMPLE: [&str; 8] = [
    "Book_1991/p123.pml",
    "Book_1991/p319.pml",
    "Exercises/ex_5.pml",
    "LTL/salesman2.pml",
    "calculator.pml",
    "peterson.pml",
    "test_mtype.pml",
    "welfare.pml",
];

/// The models of a folder that the environment names, or those to be compared every time.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    match std::env::var("PROMELA_MODELS") {
        Ok(named) => models(Path::new(&named), &mut files),
        Err(_) => {
            models(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models"), &mut files);
            files.extend(
                SAMPLE.iter().map(|name| Path::new(EXAMPLES).join(name)).filter(|file| file.exists()),
            );
        }
    }
    files
}

#[test]
fn states_are_those_of_spin() {
    if !pan::is_there() {
        eprintln!("skipped: SPIN is not installed (Debian's package spin)");
        return;
    }
    let scratch = std::env::temp_dir().join(format!("jaywalk-promela-{}", std::process::id()));
    let mut wrong = Vec::new();
    for file in files() {
        let result = compare(&file, &scratch.join(file.file_stem().unwrap_or_default()));
        let told = result.as_ref().map_or_else(|error| format!("DIFFERENT\n{error}"), Clone::clone);
        eprintln!("{}: {told}", file.display());
        wrong.extend(result.err().map(|error| format!("{}: {error}", file.display())));
    }
    let _ = std::fs::remove_dir_all(&scratch);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A number in the environment.
fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// Random models, compared in the same way; what SPIN refuses says nothing.
#[test]
fn random_models_have_the_states_of_spin() {
    if !pan::is_there() {
        eprintln!("skipped: SPIN is not installed (Debian's package spin)");
        return;
    }
    let (count, seed) = (asked("PROMELA_RANDOM").unwrap_or(8), asked("PROMELA_SEED").unwrap_or(1));
    let scratch = std::env::temp_dir().join(format!("jaywalk-promela-random-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a temporary folder");
    let (mut compared, mut wrong) = (0, Vec::new());
    for number in seed..seed + count {
        let mut source = random::Random::seeded(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let text = random::model(&mut source, number % 2 == 1);
        let file = scratch.join(format!("random{number}.pml"));
        std::fs::write(&file, &text).expect("a model can be written");
        match compare(&file, &scratch.join("pan")) {
            Ok(told) => {
                compared += u64::from(told.contains("states") || told.contains("both find"));
                if told.starts_with("REFUSED") {
                    wrong.push(format!("model {number}: {told}\n{text}"));
                }
                eprintln!("{number}: {told}");
            }
            Err(error) => wrong.push(format!("model {number}: {error}\n{text}")),
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared * 2 >= count, "only {compared} of {count} could be compared");
}
