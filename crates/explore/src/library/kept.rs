//! The table is that of docs/library.md: what was explored, and passed.

use super::table::TABLE;
use std::collections::BTreeSet;

/// Versions of the JDK for which every entry was explored.
const VERSIONS: [&str; 2] = ["17", "25"];

/// A row of docs/library.md: class, version, verdict and methods.
fn rows() -> Vec<[String; 4]> {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/library.md");
    let text = std::fs::read_to_string(file).expect("docs/library.md is there");
    let lines = text.lines().filter(|line| line.starts_with("| `"));
    let cell = |cells: &[&str], i: usize| cells[i].trim_matches('`').to_string();
    lines
        .map(|line| line.trim_matches('|').trim().split(" | ").collect::<Vec<_>>())
        .map(|cells| [0, 1, 2, 3].map(|i| cell(&cells, i)))
        .collect()
}

#[test]
fn every_entry_was_explored_and_passed() {
    let rows = rows();
    for (class, methods) in TABLE {
        let class = class.replace('/', ".");
        for version in VERSIONS {
            let row = rows.iter().find(|row| row[0] == class && row[1] == version);
            let row = row.unwrap_or_else(|| panic!("{class} was not explored: cargo xtask library {class}"));
            assert!(row[2].starts_with("linearizable"), "{class} on JDK {version}: {}", row[2]);
            let explored: BTreeSet<&str> = row[3].split(", ").collect();
            let listed: BTreeSet<&str> = methods.iter().copied().collect();
            assert_eq!(listed, explored, "{class} on JDK {version}");
        }
    }
}

#[test]
fn what_was_refuted_is_not_listed() {
    let refuted = rows().into_iter().filter(|row| !row[2].starts_with("linearizable"));
    let refuted: Vec<String> = refuted.map(|row| row[0].replace('.', "/")).collect();
    assert!(!refuted.is_empty(), "no class is refuted: the page is not what it seems");
    assert!(TABLE.iter().all(|(class, _)| !refuted.iter().any(|name| name == class)));
}
