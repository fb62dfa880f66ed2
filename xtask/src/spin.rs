//! `cargo xtask spin`: Promela against SPIN itself, all of what `./test` compares a sample of.

use std::process::Command;

/// Where Debian's package has its examples.
const EXAMPLES: &str = "/usr/share/doc/spin/examples/Examples";
const RANDOM: &str = "300";
const MUTANTS: &str = "20000";

pub fn command(count: &[&str]) -> Result<(), String> {
    let random = match count {
        [] => RANDOM,
        [count] if count.parse::<u64>().is_ok() => count,
        _ => return Err("usage: cargo xtask spin [RANDOM MODELS]".to_string()),
    };
    let verdicts: &[&str] = &["--package", "cli", "--test", "models"];
    for (which, what) in [(&["--package", "promela"][..], "states"), (verdicts, "verdicts")] {
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--release"]).args(which).args(["--", "--nocapture"]);
        cargo.env("PROMELA_MODELS", EXAMPLES).env("PROMELA_MUTANTS", MUTANTS);
        cargo.env("PROMELA_RANDOM", random).env("PROMELA_CYCLES", random);
        let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err(format!("{what} are not those of SPIN"));
        }
    }
    Ok(())
}
