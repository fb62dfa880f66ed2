//! Golden files: expected text that lives beside the tests and is rewritten by `cargo xtask bless`.

use crate::diff::first_difference;
use std::path::Path;
use std::{env, fs};

/// Set by `cargo xtask bless`. Expectations are then written, not compared.
pub const BLESS_VARIABLE: &str = "JAYWALK_BLESS";

pub fn blessing() -> bool {
    env::var_os(BLESS_VARIABLE).is_some_and(|value| value == "1")
}

/// Compares `got` with the file `path`, or writes the file while blessing. The error says what differs.
pub fn compare(path: &Path, got: &str) -> Result<(), String> {
    if blessing() {
        return write(path, got).map_err(|e| format!("{}: {e}", path.display()));
    }
    let expected = fs::read_to_string(path)
        .map_err(|e| format!("{}: {e}; `cargo xtask bless` writes it", path.display()))?;
    match first_difference(&path.display().to_string(), expected.as_bytes(), got.as_bytes()) {
        None => Ok(()),
        Some(difference) => Err(format!("{difference}if this is right: cargo xtask bless\n")),
    }
}

/// `compare` for the usual test, which fails by panicking.
#[track_caller]
pub fn assert_golden(path: &Path, got: &str) {
    if let Err(message) = compare(path, got) {
        panic!("{message}");
    }
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
