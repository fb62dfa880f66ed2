//! What pages say of the code, as far as it can be compared: the rooms and what they may use, the names of items and
//! methods, and which test holds each decision of ARCHITECTURE.md.

use super::Problem;
use super::mask::is_word;
use super::rules::ROOMS;
use super::tree::File;
use std::collections::{BTreeMap, BTreeSet};

const HOUSE: &str = "ARCHITECTURE.md";
/// Which test or command would fail if a decision of the page above did not hold.
const CLAIMS: &str = "docs/claims.md";
/// Where the chores are listed.
const COMMANDS: &str = "xtask/src/main.rs";
/// Where accessors of natives are, which pages call `cx.name(..)`.
const CONTEXT: &str = "crates/vm/src/native/";

pub fn check(files: &[File]) -> Vec<Problem> {
    let page = |path: &str| files.iter().find(|file| file.path == path);
    let (Some(house), Some(claims)) = (page(HOUSE), page(CLAIMS)) else {
        return vec![Problem::error(CLAIMS, "is missing, or what it is about is")];
    };
    let named = Named::of(files);
    let how = files.iter().filter(|file| file.path.starts_with("docs/adding-"));
    let mut out = rows(house);
    out.extend(how.chain([house]).flat_map(|page| named.missing(page)));
    out.extend(held(house, claims, files));
    out
}

/// Rows of the table of rooms: what they may use is what the rule says.
fn rows(house: &File) -> Vec<Problem> {
    let mut out = Vec::new();
    for room in ROOMS {
        let begins = format!("| `{}` |", room.name);
        let Some(row) = house.text.lines().find(|line| line.starts_with(&begins)) else {
            out.push(Problem::error(&house.path, format!("has no row for {}", room.name)));
            continue;
        };
        let cell = row.split('|').nth(3).unwrap_or_default().trim();
        let told: BTreeSet<&str> = match cell {
            "the standard library alone" | "nothing of ours" => BTreeSet::new(),
            list => list.split([',', ';']).map(|name| name.trim().trim_start_matches("tests: ")).collect(),
        };
        let allowed: BTreeSet<&str> = room.may_use.iter().copied().collect();
        if told != allowed {
            let differ: Vec<&str> = told.symmetric_difference(&allowed).copied().collect();
            let message = format!("the row of {} and the rule differ in: {}", room.name, differ.join(", "));
            out.push(Problem::error(&house.path, message));
        }
    }
    out
}

/// Words of the code, by rooms.
struct Named<'f> {
    rooms: BTreeMap<&'f str, BTreeSet<&'f str>>,
    accessors: BTreeSet<&'f str>,
}

impl<'f> Named<'f> {
    fn of(files: &'f [File]) -> Named<'f> {
        let mut named = Named { rooms: BTreeMap::new(), accessors: BTreeSet::new() };
        for file in files.iter().filter(|file| file.path.ends_with(".rs")) {
            let room = file.path.strip_prefix("crates/").and_then(|path| path.split('/').next());
            let words = file.text.split(|c| !is_word(c)).filter(|word| !word.is_empty());
            named.rooms.entry(room.unwrap_or_default()).or_default().extend(words);
            if file.path.starts_with(CONTEXT) {
                let functions = file.text.split("pub fn ").skip(1);
                named.accessors.extend(functions.filter_map(|text| text.split(|c| !is_word(c)).next()));
            }
        }
        named
    }

    /// What a page names in quotes and no room has: `room::item`, `Type::member`, `cx.accessor(..)`.
    fn missing(&self, page: &File) -> Vec<Problem> {
        let quoted = page.text.split('`').skip(1).step_by(2);
        let is_known = |text: &str| {
            if let Some(accessor) =
                text.strip_prefix("cx.").and_then(|rest| rest.split(|c| !is_word(c)).next())
            {
                return self.accessors.contains(accessor);
            }
            let path = text.split(['(', '<']).next().unwrap_or_default();
            let is_path = path.contains("::") && path.chars().all(|c| is_word(c) || c == ':');
            let mut parts = path.split("::");
            let first = parts.next().unwrap_or_default();
            let has = |part: &str| match self.rooms.get(first) {
                Some(words) => words.contains(part),
                None => self.rooms.values().any(|words| words.contains(part)),
            };
            !is_path || (self.rooms.contains_key(first) || has(first)) && parts.all(has)
        };
        let unknown = quoted.filter(|text| !text.contains('\n') && !is_known(text));
        unknown
            .map(|text| Problem::error(&page.path, format!("names {text}, which the code has not")))
            .collect()
    }
}

/// Every decision has a row, and whatever a row names is there: `file.rs::test`, or a command.
fn held(house: &File, claims: &File, files: &[File]) -> Vec<Problem> {
    let rows: BTreeMap<&str, &str> =
        claims.text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | ")).collect();
    let mut out = Vec::new();
    for decision in decisions(&house.text) {
        if !rows.contains_key(decision) {
            out.push(Problem::error(&claims.path, format!("has no row for: {decision}")));
        }
    }
    for (decision, held) in rows.iter().filter(|(decision, _)| !matches!(**decision, "decision" | "---")) {
        if !decisions(&house.text).any(|known| known == *decision) {
            out.push(Problem::error(&claims.path, format!("has a row for nothing: {decision}")));
        }
        let named = held.split('`').skip(1).step_by(2);
        out.extend(
            named
                .filter(|name| !is_there(name, files))
                .map(|name| Problem::error(&claims.path, format!("names {name}, which is not there"))),
        );
    }
    out
}

/// The heads of the paragraphs that decide something.
fn decisions(page: &str) -> impl Iterator<Item = &str> {
    let decided = page.split("\n## ").find(|part| part.starts_with("Decisions")).unwrap_or_default();
    let heads = decided.lines().filter_map(|line| Some(line.strip_prefix("**")?.split_once("**")?.0));
    heads.map(|head| head.trim_end_matches(['.', ':']))
}

/// A test of a file, or a command of the house.
fn is_there(name: &str, files: &[File]) -> bool {
    match name.split_once(".rs::") {
        Some((path, test)) => files.iter().any(|file| {
            file.path.ends_with(&format!("{path}.rs")) && file.text.contains(&format!("fn {test}("))
        }),
        None => match name.strip_prefix("cargo xtask ") {
            Some(command) => is_command(command, files),
            None => files.iter().any(|file| file.path == name),
        },
    }
}

/// The words are those of a line of usage.
fn is_command(command: &str, files: &[File]) -> bool {
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_string).collect() };
    let wanted = words(command);
    let usage = files.iter().find(|file| file.path == COMMANDS).map_or("", |file| file.text.as_str());
    usage.lines().any(|line| line.starts_with("  ") && words(line).starts_with(&wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.into(), text: text.into() }
    }

    #[test]
    fn what_pages_name_is_there() {
        let files = [
            file("crates/search/src/tap.rs", "pub trait Tap {}"),
            file("crates/vm/src/native/gate.rs", "pub fn gate_always(&mut self) {}"),
        ];
        let named = Named::of(&files);
        let page = file(
            "docs/adding-a.md",
            "`search::Tap`, `search::Gone`, `vm::Tap`, `cx.gate_always(t)?`, `cx.gone(..)`, `a::b c` and `Gone::x`.",
        );
        let missing: Vec<String> =
            named.missing(&page).iter().map(|problem| problem.message.clone()).collect();
        let unknown = ["search::Gone", "vm::Tap", "cx.gone(..)", "Gone::x"];
        assert_eq!(missing, unknown.map(|text| format!("names {text}, which the code has not")));
    }

    #[test]
    fn every_decision_has_what_holds_it() {
        let house = file(
            "ARCHITECTURE.md",
            "# A\n\n## Decisions\n\n**One.** Text.\n\n**Two** (`x`). Text.\n\n## B\n**No.**\n",
        );
        let claims = file(
            "docs/claims.md",
            "| decision | held by |\n| --- | --- |\n| One | `a/tests/b.rs::holds`, `a/tests/b.rs::gone`, \
             `cargo xtask a b`, `cargo xtask a c` |\n| Three | x |\n",
        );
        let files =
            [file("crates/a/tests/b.rs", "fn holds() {}"), file(COMMANDS, "  a b [C]...   does it\n")];
        let seen: Vec<String> =
            held(&house, &claims, &files).iter().map(|problem| problem.message.clone()).collect();
        let expected = [
            "has no row for: Two",
            "names a/tests/b.rs::gone, which is not there",
            "names cargo xtask a c, which is not there",
            "has a row for nothing: Three",
        ];
        assert_eq!(seen, expected);
    }
}
