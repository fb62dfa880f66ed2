//! `cargo xtask foreseen [FOLDER]...`: what runs of programs do, against what the analysis of environments says, for all
//! cases and examples.

const USUAL: &str = "tests/cases,examples";

pub fn command(arguments: &[&str]) -> Result<(), String> {
    let folders = if arguments.is_empty() { USUAL.to_string() } else { arguments.join(",") };
    let status = crate::cargo()
        .args(["test", "--release", "--package", "cli", "--test", "foreseen", "--", "--nocapture"])
        .env("JAYWALK_FORESEEN", folders)
        .status()
        .map_err(|error| format!("cargo test: {error}"))?;
    if status.success() { Ok(()) } else { Err("the analysis does not foresee what happens".into()) }
}
