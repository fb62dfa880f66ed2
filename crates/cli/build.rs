//! Gives the binary a number for what it was built of: the sources of all rooms, the versions of what they use, the
//! compiler and how it was asked to compile.
//!
//! Checkpoints, scripts and the processes of one search compare it (`JAYWALK_BUILD`). A sum of the binary itself would
//! tell the same, but reading it takes as long as many a search.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = BTreeSet::from([root.join("Cargo.toml"), root.join("Cargo.lock")]);
    for room in entries(&root.join("crates")) {
        files.insert(room.join("Cargo.toml"));
        println!("cargo::rerun-if-changed={}", room.join("src").display());
        add(&room.join("src"), &mut files);
    }
    let mut hash = DefaultHasher::new();
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        // Where the sources lie does not matter, and neither does one that there is not.
        let name = file.strip_prefix(&root).unwrap_or(&file);
        hash.write(name.as_os_str().as_encoded_bytes());
        hash.write(&fs::read(&file).unwrap_or_default());
    }
    for key in ["TARGET", "PROFILE", "OPT_LEVEL", "CARGO_ENCODED_RUSTFLAGS"] {
        hash.write(env::var(key).unwrap_or_default().as_bytes());
    }
    let compiler = env::var_os("RUSTC").and_then(|rustc| Command::new(rustc).arg("-vV").output().ok());
    hash.write(&compiler.map(|output| output.stdout).unwrap_or_default());
    println!("cargo::rustc-env=JAYWALK_BUILD={:016x}", hash.finish());
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

fn add(folder: &Path, files: &mut BTreeSet<PathBuf>) {
    for path in entries(folder) {
        match path.is_dir() {
            true => add(&path, files),
            false => drop(files.insert(path)),
        }
    }
}
