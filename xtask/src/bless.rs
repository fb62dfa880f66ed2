//! `cargo xtask bless`: runs the tests in the mode in which golden files are written, not compared.

use testkit::golden::BLESS_VARIABLE;

pub fn command(filter: &[&str]) -> Result<(), String> {
    let mut tests = crate::cargo();
    tests.args(["test", "--workspace", "--no-fail-fast"]).args(filter).env(BLESS_VARIABLE, "1");
    let status = tests.status().map_err(|e| format!("cargo test: {e}"))?;
    if !status.success() {
        return Err("some tests fail even when blessed: their expectations are not in golden files".into());
    }
    println!("blessed; read `git diff` before you commit it");
    Ok(())
}
