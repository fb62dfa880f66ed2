//! `cargo xtask mutants [N]`: scripts of searches are forged, many more of them than in the tests.

/// As many as search-carrying code is held to.
const USUAL: &str = "10000";

pub fn command(arguments: &[&str]) -> Result<(), String> {
    let count = match arguments {
        [] => USUAL,
        [count] if count.parse::<usize>().is_ok() => count,
        _ => return Err(format!("mutants takes a number, not `{}`", arguments.join(" "))),
    };
    let status = crate::cargo()
        .args(["test", "--release", "--package", "cli", "--test", "scripts", "--", "--nocapture", "forged"])
        .env("JAYWALK_MUTANTS", count)
        .status()
        .map_err(|error| format!("cargo test: {error}"))?;
    if status.success() { Ok(()) } else { Err("a forged script was certified, or a true one refused".into()) }
}
