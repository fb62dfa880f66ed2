//! `cargo xtask bench models`: how long symbolic engines take for the models of bench/smv. Each has a time within which
//! it must be done.

use super::measure::sample;
use std::process::Command;
use std::time::Duration;

/// Engine, model, seconds.
const TASKS: &[(&str, &str, f64)] =
    &[("bdd", "counters", 10.0), ("bdd", "ring", 10.0), ("bdd", "mutex", 10.0)];
const TIMEOUT: Duration = Duration::from_secs(120);

pub fn command() -> Result<(), String> {
    super::build()?;
    let root = testkit::repo_root();
    let metadata = crate::metadata()?;
    let target =
        std::path::PathBuf::from(metadata["target_directory"].as_str().ok_or("no target directory")?);
    println!("| engine | model | seconds | at most | MiB |\n|---|---|---|---|---|");
    let mut late = 0;
    for (engine, model, most) in TASKS {
        let mut jaywalk = Command::new(target.join("release/jaywalk"));
        jaywalk.args(["check", "--all", "--engine", engine]).arg(root.join(format!("bench/smv/{model}.smv")));
        let sample =
            sample(&mut jaywalk, &target, TIMEOUT).map_err(|error| format!("{engine} {model}: {error}"))?;
        let seconds = sample.wall.as_secs_f64();
        late += usize::from(seconds > *most);
        println!("| {engine} | {model} | {seconds:.2} | {most:.0} | {} |", sample.peak_bytes >> 20);
    }
    if late == 0 { Ok(()) } else { Err(format!("{late} of them took too long")) }
}
