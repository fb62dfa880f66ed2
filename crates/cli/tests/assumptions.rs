//! The page about what a verdict rests on: every assumption has programs that show it, and these are cases.

use std::path::PathBuf;

/// Names of programs in a cell of the table: words in backticks that begin with a capital letter.
fn programs(cell: &str) -> Vec<&str> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).collect()
}

fn case(name: &str) -> Option<PathBuf> {
    let folder = testkit::repo_root().join("tests/cases");
    let file = |topic: &str| folder.join(topic).join(format!("{name}.java"));
    ["assumptions", "ends", "litmus"].map(file).into_iter().find(|file| file.exists())
}

#[test]
fn every_assumption_is_shown_by_cases() {
    let page = testkit::repo_root().join("docs/what-a-verdict-rests-on.md");
    let text = std::fs::read_to_string(&page).expect("the page is there");
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let shown = programs(cells[2]);
        assert!(!shown.is_empty(), "nothing shows: {}", cells[1]);
        for name in shown {
            let file = case(name).unwrap_or_else(|| panic!("no case {name}, which shows: {}", cells[1]));
            let header = std::fs::read_to_string(file).expect("a case can be read");
            assert!(header.starts_with("//@ check: "), "{name} is not checked");
        }
        count += 1;
    }
    assert!(count >= 11, "the table has {count} rows");
}
