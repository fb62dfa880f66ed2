//! What the tests of all rooms share: case headers, the JDK as oracle, golden files, child processes.
#![forbid(unsafe_code)]

pub mod agree;
pub mod case;
pub mod check;
pub mod compile;
pub mod diff;
pub mod filetest;
pub mod golden;
pub mod header;
pub mod jdk;
pub mod library;
pub mod mixed;
pub mod mutate;
pub mod native;
pub mod pan;
pub mod process;
pub mod random;
pub mod suite;
pub mod temporal;
pub mod warm;

use std::path::{Path, PathBuf};

/// The root of the source tree. Tests run from their own crate's folder, so relative paths do not do.
pub fn repo_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("testkit lies two folders below the root")
        .to_path_buf()
}
