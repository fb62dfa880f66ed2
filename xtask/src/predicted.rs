//! `cargo xtask predicted`: what all cases and examples do when they run, against what the points-to analysis says they
//! may do.

use std::process::Command;

pub fn command() -> Result<(), String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--release", "-p", "java", "--test", "predicted", "--", "--nocapture"]);
    cargo.env("JAYWALK_PREDICTED", "all").current_dir(testkit::repo_root());
    let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err("runs do what was not foretold".to_string()) }
}
