//! Many small models, each about one thing that is easily done wrong. What SPIN says of each stands before it, so that
//! they are compared where there is no SPIN, too; `cargo xtask spin` asks it again.

use super::{asked, compare, driver};
use std::path::Path;
use testkit::pan;

const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/spin/awkward.txt");

/// What stands before each model, and its text.
fn all(models: &str) -> Vec<(&str, &str, &str)> {
    let mut list = Vec::new();
    for part in models.split("//= ").skip(1) {
        let (head, text) = part.split_once('\n').expect("a model behind its name");
        let (name, said) = head.split_once(": ").expect("what SPIN says of it");
        list.push((name, said, text));
    }
    list
}

/// States and verdict in the words of the list.
fn told(file: &Path) -> Result<String, String> {
    let front = driver::read(file).map_err(|problem| problem.to_string())?;
    let seen = driver::explore(&front, 100_000).map_err(|problem| problem.to_string())?;
    Ok(match (seen.assertions > 0 || !seen.others.is_empty(), seen.deadlocks > 0) {
        (true, _) => "error".to_string(),
        (_, true) => format!("{} states, deadlock", seen.states),
        _ => format!("{} states, safe", seen.states),
    })
}

#[test]
fn what_is_easily_done_wrong_is_done_as_by_spin() {
    let scratch = std::env::temp_dir().join(format!("jaywalk-promela-awkward-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a temporary folder");
    let is_asked = asked("PROMELA_RANDOM").is_some() && pan::is_there();
    let text = std::fs::read_to_string(MODELS).expect("the list of models");
    let (mut wrong, models) = (Vec::new(), all(&text));
    for (name, said, text) in &models {
        let file = scratch.join(format!("{name}.pml"));
        std::fs::write(&file, text).expect("a model can be written");
        match told(&file) {
            Ok(own) if own == *said => {}
            Ok(own) => wrong.push(format!("{name}: {own}, and SPIN says {said}")),
            Err(problem) => wrong.push(format!("{name}: {problem}")),
        }
        if is_asked {
            let compared = compare(&file, &scratch.join("pan"));
            wrong.extend(compared.err().map(|error| format!("{name}: {error}")));
        }
    }
    let _ = std::fs::remove_dir_all(&scratch);
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), models.len(), wrong.join("\n"));
    assert!(models.len() >= 100);
}
