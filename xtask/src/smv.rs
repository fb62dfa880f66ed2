//! `cargo xtask smv`: engines for SMV models against each other and against brute force, all of what `./test` has a
//! sample of; and damaged models.

use std::process::Command;

const MODELS: &str = "3000";
const MUTANTS: &str = "20000";

pub fn command(count: &[&str]) -> Result<(), String> {
    let models = match count {
        [] => MODELS,
        [count] if count.parse::<u64>().is_ok() => count,
        _ => return Err("usage: cargo xtask smv [RANDOM MODELS]".to_string()),
    };
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--release", "--package", "smv", "--package", "symbolic", "--", "--nocapture"]);
    cargo.env("JAYWALK_SMV_MODELS", models).env("JAYWALK_SMV_MUTANTS", MUTANTS);
    let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err("the engines do not agree, or a model ends in a panic".to_string())
    }
}
