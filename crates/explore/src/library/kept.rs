//! The table is that of docs/library.md: what was explored, and passed. On one version of the JDK searches of one class
//! have no end (`open` in tests/library/clients.txt); the page says so, and that it passes must be seen on the other.

use super::table::TABLE;
use std::collections::BTreeSet;
use testkit::library::{blocks, rows};

/// Versions of the JDK on which every entry was explored.
const VERSIONS: [&str; 2] = ["17", "25"];

#[test]
fn every_entry_was_explored_and_passed() {
    let (rows, blocks) = (rows(), blocks());
    for (class, methods) in TABLE {
        let class = class.replace('/', ".");
        for version in VERSIONS {
            let row = rows.iter().find(|row| row.class == class && row.jdk == version);
            let row = row.unwrap_or_else(|| panic!("{class} was not explored: cargo xtask library {class}"));
            let block = blocks.iter().find(|block| block.class == class).expect("its clients");
            let is_open = block.open.iter().any(|open| open == version);
            let is_undecided = row.verdict.starts_with("inconclusive");
            assert!(row.passes() || is_open && is_undecided, "{class} on JDK {version}: {}", row.verdict);
            let explored: BTreeSet<&str> = row.methods.iter().map(String::as_str).collect();
            let listed: BTreeSet<&str> = methods.iter().copied().collect();
            assert_eq!(listed, explored, "{class} on JDK {version}");
        }
        assert!(rows.iter().any(|row| row.class == class && row.passes()), "{class} passes nowhere");
    }
}

#[test]
fn what_was_refuted_is_not_listed() {
    let rows = rows();
    let refuted = rows.iter().filter(|row| row.verdict == "refuted" || row.verdict.starts_with("not"));
    let refuted: Vec<String> = refuted.map(|row| row.class.replace('.', "/")).collect();
    assert!(!refuted.is_empty(), "no class is refuted: the page is not what it seems");
    assert!(TABLE.iter().all(|(class, _)| !refuted.iter().any(|name| name == class)));
}
