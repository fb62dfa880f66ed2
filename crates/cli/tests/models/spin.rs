//! Verdicts of the binary and of SPIN on the same models: what is wrong in a state, cycles with and without weak
//! fairness, formulas and claims; and paths of ours that SPIN goes again.

use crate::cycling::{About, Random, model};
use crate::jaywalk;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::pan::{self, Pan};

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for verifiers");
    folder
}

/// The word behind the verdict: `temporal`, `deadlock`; `safe` and `unknown` for those that have none.
fn judge(file: &Path, flags: &[&str]) -> (String, String) {
    let name = file.display().to_string();
    let mut words = vec!["check", "--without", "walks"];
    words.extend(flags);
    words.push(&name);
    let (code, text) = jaywalk(&words);
    let word = match code {
        0 => "safe".to_string(),
        1 => text.split_whitespace().nth(2).unwrap_or_default().to_string(),
        _ => "unknown".to_string(),
    };
    (word, text)
}

/// The same, where SPIN must be able to go the path to a finding.
fn verdict(file: &Path, folder: &Path, flags: &[&str]) -> Result<(String, String), String> {
    let trail = folder.join("path.trail").display().to_string();
    let (word, text) = judge(file, &[&["--trail", &trail], flags].concat());
    if !["safe", "unknown"].contains(&&*word) {
        gone_again(&trail, &file.display().to_string(), &text)?;
    }
    Ok((word, text))
}

/// What SPIN says when it goes a path; what it cannot do is an error.
fn gone_again(trail: &str, model: &str, told: &str) -> Result<String, String> {
    // It leaves files where it is.
    let folder = Path::new(trail).parent().unwrap_or(Path::new("."));
    let mut spin = Command::new("spin");
    spin.args(["-k", trail, "-t", "-p", "-u100000", model]).current_dir(folder);
    let spin = spin.output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&spin.stdout).to_string() + &String::from_utf8_lossy(&spin.stderr);
    // Its simulator cuts a message off where its verifier keeps it whole.
    if said.contains("truncated in assignment") {
        return Ok(said);
    }
    let complaints = ["transition failed", "cannot find", "step is blocked", "no such process"];
    match complaints.iter().any(|complaint| said.contains(complaint)) || !said.contains(ending(told)) {
        true => Err(format!("{told}\nSPIN cannot go this path:\n{said}")),
        false => Ok(said),
    }
}

/// What SPIN says of a state that something is wrong with, in our words.
fn property(said: &pan::PanReport) -> &'static str {
    match &*said.first {
        _ if said.errors == 0 => "safe",
        first if first.contains("invalid end state") => "deadlock",
        first if first.contains("assertion violated") || first.contains("event_trace") => "assertion",
        _ => "exception",
    }
}

/// How a model was compared; the difference if there is one.
fn compare(file: &Path, folder: &Path, about: About) -> Result<String, String> {
    let said = |flags: &[&str]| Pan::new(file, folder, flags);
    let plain = match said(&["-DNOCLAIM"]) {
        Ok(pan) => pan,
        Err(words) => return Ok(format!("refused by SPIN: {}", words.lines().next().unwrap_or_default())),
    };
    let safety = plain.run(&[]);
    let (own, text) = verdict(file, folder, &[])?;
    if safety.is_cut {
        return Ok("SPIN gives up".to_string());
    }
    if safety.errors > 0 {
        // Which of several mistakes is found first is a matter of the order of the search.
        let is_same = own == property(&safety) || ["deadlock", "assertion", "exception"].contains(&&*own);
        return if is_same {
            Ok(format!("same: {own}"))
        } else {
            Err(format!("SPIN: {safety:?}\nwe: {text}"))
        };
    }
    let (flag, compiled): (&[&str], Pan) = match about {
        About::Accepting => (&["-a"], plain),
        About::Progress => (&["-l"], said(&["-DNOCLAIM", "-DNP"])?),
        About::Formula | About::Claim => (&["-a"], Pan::new(&counted(file, folder), folder, &[])?),
    };
    let mut told = Vec::new();
    for is_fair in [false, true] {
        let flags = flag.iter().chain(if is_fair { &["-f"][..] } else { &[] }).copied().collect::<Vec<_>>();
        let theirs = compiled.run(&flags);
        let own_flags: Vec<&str> = [("--progress", about == About::Progress), ("--fair", is_fair)]
            .iter()
            .filter_map(|(flag, is_wanted)| is_wanted.then_some(*flag))
            .collect();
        let (own, text) = verdict(file, folder, &own_flags)?;
        if theirs.is_cut {
            return Ok("SPIN gives up".to_string());
        }
        let wanted = if theirs.errors > 0 { "temporal" } else { "safe" };
        if is_missed(is_fair, &told, &text) && own == "temporal" {
            told.push(own);
            continue;
        }
        if own != wanted {
            return Err(format!("fair: {is_fair}\nSPIN: {theirs:?}\nwe: {text}"));
        }
        told.push(own);
    }
    Ok(format!("same: {}", told.join(", fair: ")))
}

/// The model in which SPIN's verifier counts the processes that we count: to it, a claim is one of them.
fn counted(file: &Path, folder: &Path) -> PathBuf {
    let text = std::fs::read_to_string(file).expect("the model can be read");
    let other = folder.join("counted.pml");
    std::fs::write(&other, text.replace("_nr_pr", "(_nr_pr - 1)")).expect("a model can be written");
    other
}

/// With weak fairness, SPIN's verifier does not see all cycles of a claim in a state that the system stays in; without,
/// it has seen this one.
fn is_missed(is_fair: bool, told: &[String], text: &str) -> bool {
    let is_known = told.first().is_some_and(|word| word == "temporal");
    is_fair && is_known && text.contains("then it stays as it is for ever")
}

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

#[test]
fn random_models_have_the_verdicts_of_spin() {
    if !pan::is_there() {
        eprintln!("skipped: SPIN is not installed (Debian's package spin)");
        return;
    }
    let (count, seed) = (asked("PROMELA_CYCLES").unwrap_or(12), asked("PROMELA_SEED").unwrap_or(1));
    let folder = scratch("cycles");
    let (mut compared, mut wrong) = (0, Vec::new());
    for number in seed..seed + count {
        let abouts = [About::Accepting, About::Progress, About::Formula, About::Claim];
        let about = abouts[(number % abouts.len() as u64) as usize];
        let text = model(&mut Random::seeded(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)), about);
        let file = folder.join(format!("cycling{number}.pml"));
        std::fs::write(&file, &text).expect("a model can be written");
        match compare(&file, &folder.join("pan"), about) {
            Ok(told) => {
                compared += u64::from(told.starts_with("same"));
                eprintln!("{number}: {about:?}: {told}");
            }
            Err(told) => wrong.push(format!("model {number}, {about:?}: {told}\n{text}")),
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "{} are different\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared * 2 >= count, "{compared} of {count} could be compared");
}

/// Small models, each about one thing that was different once, or could be. A name begins with what it is about.
const SMALL: &str = "tests/models/small";

fn about(word: &str) -> About {
    match word {
        "accepting" => About::Accepting,
        "progress" => About::Progress,
        "formula" => About::Formula,
        _ => About::Claim,
    }
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).expect("a folder of models");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn single_things_are_judged_as_by_spin() {
    if !pan::is_there() {
        eprintln!("skipped: SPIN is not installed (Debian's package spin)");
        return;
    }
    let folder = scratch("single");
    let mut wrong = Vec::new();
    for file in files(SMALL) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().to_string();
        let about = about(name.split('-').next().unwrap_or_default());
        match compare(&file, &folder, about) {
            Ok(told) if told.starts_with("same") => eprintln!("{name}: {told}"),
            Ok(told) | Err(told) => wrong.push(format!("{name}: {told}")),
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Models that go round, in one list. Before each stands what it is about, its name, and what SPIN says of it without
/// and with weak fairness; so they are compared where there is no SPIN, too, and `cargo xtask spin` asks it again.
const ROUND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/models/round.txt");

#[test]
fn what_goes_round_is_judged_as_by_spin() {
    let folder = scratch("round");
    let list = std::fs::read_to_string(ROUND).expect("the list of models");
    let is_asked = asked("PROMELA_CYCLES").is_some() && pan::is_there();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for part in list.split("//= ").skip(1) {
        let (head, text) = part.split_once('\n').expect("a model behind its name");
        let (name, said) = head.split_once(": ").expect("what SPIN says of it");
        let about = about(name.split(' ').next().unwrap_or_default());
        let file = folder.join(format!("{}.pml", name.replace(' ', "-")));
        std::fs::write(&file, text).expect("a model can be written");
        let flags: &[&str] = if about == About::Progress { &["--progress"] } else { &[] };
        let judged = |fair: &[&str]| judge(&file, &[flags, fair].concat()).0;
        let own = format!("{}, fair {}", judged(&[]), judged(&["--fair"]));
        if own != said {
            wrong.push(format!("{name}: {own}, and SPIN says {said}"));
        }
        if is_asked {
            wrong.extend(compare(&file, &folder, about).err().map(|told| format!("{name}: {told}")));
        }
        count += 1;
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 40);
}

/// Examples with a finding, beside the models that are here for it.
const EXAMPLES: [&str; 3] = ["broken.pml", "stopandwait.pml", "peterson.pml"];
const TRAILS: &str = "tests/models/trails";

/// What SPIN must say when it has gone the path to this kind of finding.
fn ending(told: &str) -> &'static str {
    match told.split_whitespace().nth(2) {
        Some("assertion") if !told.contains("assertion about traces") => "assertion violated",
        Some("temporal") if told.contains("happens again and again") => "<<<<<START OF CYCLE>>>>>",
        _ => "trail ends after",
    }
}

#[test]
fn spin_goes_our_paths_again() {
    if !pan::is_there() {
        eprintln!("skipped: SPIN is not installed (Debian's package spin)");
        return;
    }
    let folder = scratch("trails");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/models");
    let models = EXAMPLES.iter().map(|name| examples.join(name)).chain(files(TRAILS));
    for file in models {
        let name = file.display().to_string();
        let trail = folder.join("path.trail").display().to_string();
        let (code, text) = jaywalk(&["check", "--progress", "--trail", &trail, &name]);
        assert_eq!(code, 1, "{name}: {text}");
        gone_again(&trail, &name, &text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
    let _ = std::fs::remove_dir_all(&folder);
}
