//! Programs with threads, for tests that go back and forth in them.

use crate::common::Shelf;
use std::path::{Path, PathBuf};
use testkit::jdk::Jdk;

/// Programs with threads: monitors, signals, initializers, interned strings, long arrays, deep stacks,
/// code that is reached late.
const PROGRAMS: [(&str, &str); 7] = [
    ("Monitors.java", include_str!("../java/Monitors.java")),
    ("Signals.java", include_str!("../java/Signals.java")),
    ("Starts.java", include_str!("../java/Starts.java")),
    ("Words.java", include_str!("../java/Words.java")),
    ("Tables.java", include_str!("../java/Tables.java")),
    ("Towers.java", include_str!("../java/Towers.java")),
    ("Late.java", include_str!("../java/Late.java")),
];

/// The programs with threads, compiled: the folder of their classes, and these.
pub fn programs() -> (PathBuf, Vec<(String, Vec<u8>)>) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("threads");
    let jdk = Jdk::find().expect("tests need a JDK");
    let folder = testkit::compile::compile_texts(&jdk, &cache, &PROGRAMS).unwrap();
    let classes = Shelf::read(&folder);
    (folder, classes)
}
