//! A row of `docs/library.md`, as `cargo xtask library` writes it and tests read it.

use std::fmt;

/// What came of exploring the clients of a class on one JDK.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// With its package, `$` before an inner name.
    pub class: String,
    /// The feature version of the JDK.
    pub jdk: String,
    /// `linearizable` only if every client was explored whole, and every history explained.
    pub verdict: String,
    /// The names of the methods that clients call.
    pub methods: Vec<String>,
    /// How many clients must be explored whole.
    pub clients: u64,
    /// How many longer ones were explored whole, and how many there are.
    pub longer: (u64, u64),
    pub states: u64,
    /// Clients that show why methods are not in the table.
    pub refuted: Vec<String>,
}

impl Row {
    pub fn passes(&self) -> bool {
        self.verdict == "linearizable"
    }

    /// `None` of a line that is no row.
    fn read(line: &str) -> Option<Row> {
        let line = line.strip_prefix("| `")?.strip_suffix('|')?;
        let cells: Vec<&str> = line.trim_end().split(" |").map(str::trim).collect();
        let [class, jdk, verdict, methods, clients, longer, states, refuted] = *cells else { return None };
        let list = |cell: &str| cell.split(", ").filter(|s| !s.is_empty()).map(str::to_string).collect();
        let (whole, all) = longer.split_once(" of ")?;
        Some(Row {
            class: class.trim_end_matches('`').to_string(),
            jdk: jdk.to_string(),
            verdict: verdict.to_string(),
            methods: list(methods),
            clients: clients.parse().ok()?,
            longer: (whole.parse().ok()?, all.parse().ok()?),
            states: states.parse().ok()?,
            refuted: refuted
                .split("`, `")
                .map(|r| r.trim_matches('`').to_string())
                .filter(|r| !r.is_empty())
                .collect(),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let refuted: Vec<String> = self.refuted.iter().map(|client| format!("`{client}`")).collect();
        let (whole, all) = self.longer;
        let Row { class, jdk, verdict, clients, states, .. } = self;
        let (methods, refuted) = (self.methods.join(", "), refuted.join(", "));
        let row = format!(
            "`{class}` | {jdk} | {verdict} | {methods} | {clients} | {whole} of {all} | {states} | {refuted}"
        );
        write!(f, "| {row} |")
    }
}

/// The rows of the page.
pub fn rows() -> Vec<Row> {
    let file = crate::repo_root().join("docs/library.md");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(Row::read).collect()
}

/// A client as it can stand in a cell of a table.
pub fn in_cell(client: &str) -> String {
    client.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_are_written() {
        let row = Row {
            class: "a.B$C".to_string(),
            jdk: "17".to_string(),
            verdict: format!("inconclusive: {}", in_cell("`put(1) | take()`: the limit")),
            methods: vec!["put".to_string(), "take".to_string()],
            clients: 3,
            longer: (11, 12),
            states: 1234,
            refuted: vec![in_cell("size() | put(2)"), in_cell("size(); size() | put(3)")],
        };
        assert_eq!(Row::read(&row.to_string()), Some(row.clone()));
        assert!(!row.passes());
        let plain = Row { verdict: "linearizable".to_string(), refuted: Vec::new(), ..row };
        assert_eq!(Row::read(&plain.to_string()), Some(plain.clone()));
        assert!(plain.passes() && Row::read("| class | JDK |").is_none());
    }
}
