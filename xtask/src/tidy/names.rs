//! One word, one thing: no two rooms have a type of the same name on their face, unless it is the same thing seen
//! from two sides.

use super::Problem;
use super::mask::code_only;
use super::rules::{RETIRED_NAMES, ROOMS, SAME_NAMES};
use super::tree::File;
use std::collections::{BTreeMap, BTreeSet};

pub fn check(files: &[File]) -> Vec<Problem> {
    let mut rooms: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for file in files {
        let room = file.path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/src/lib.rs"));
        if let Some(room) = room.filter(|room| ROOMS.iter().any(|known| known.name == *room)) {
            for name in face(&code_only(&file.text)) {
                rooms.entry(name).or_default().insert(room);
            }
        }
    }
    let retired = files.iter().filter(|file| file.path.starts_with("crates/")).flat_map(retired);
    judge(&rooms, SAME_NAMES).into_iter().chain(retired).collect()
}

/// Types by words that are retired.
fn retired(file: &File) -> Vec<Problem> {
    let code = code_only(&file.text);
    let declared = code.lines().enumerate().filter_map(|(at, line)| {
        let item = ["struct ", "enum ", "trait "].iter().find_map(|kind| line.split_once(kind));
        let name = types(item?.1).into_iter().next()?;
        RETIRED_NAMES.contains(&name.as_str()).then_some((at + 1, name))
    });
    let complaint = |(line, name)| {
        Problem::error(format!("{}:{line}", file.path), format!("{name} is a private word; say what it is"))
    };
    declared.map(complaint).collect()
}

fn judge(rooms: &BTreeMap<String, BTreeSet<&str>>, allowed: &[(&str, &str)]) -> Vec<Problem> {
    let shared = |name: &str| rooms.get(name).is_some_and(|rooms| rooms.len() > 1);
    let is_allowed = |name: &str| allowed.iter().any(|(known, _)| *known == name);
    let twice =
        rooms.iter().filter(|(name, rooms)| rooms.len() > 1 && !is_allowed(name)).map(|(name, rooms)| {
            let rooms: Vec<&str> = rooms.iter().copied().collect();
            let message = format!("{name} is a type of {}: one word, one thing", rooms.join(" and of "));
            Problem::error(format!("crates/{}/src/lib.rs", rooms[0]), message)
        });
    let idle = allowed.iter().filter(|(name, _)| !shared(name)).map(|(name, _)| {
        let message = format!("{name} is allowed to two rooms without need");
        Problem::error("xtask/src/tidy/rules.rs", message)
    });
    twice.chain(idle).collect()
}

/// The types that a room shows: those of its first file, and what that takes out of its modules. What it passes
/// on from another room is that room's.
fn face(code: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, line) in
        code.match_indices("pub ").filter(|(at, _)| *at == 0 || code.as_bytes()[at - 1] == b'\n')
    {
        let item = &code[at + line.len()..];
        match item.split_once(' ') {
            Some(("struct" | "enum" | "trait" | "type", rest)) => {
                names.extend(types(rest).into_iter().take(1))
            }
            Some(("use", rest)) => {
                let path = rest.split(';').next().unwrap_or_default();
                let first = path.split("::").next().unwrap_or_default();
                let is_passed_on = ROOMS.iter().any(|room| room.name == first);
                names.extend(types(path).into_iter().filter(|_| !is_passed_on));
            }
            _ => {}
        }
    }
    names
}

/// The names of types in a text: a capital first, and small letters as well.
fn types(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let is_type = |word: &&str| {
        word.starts_with(char::is_uppercase) && (word.len() == 1 || word.contains(char::is_lowercase))
    };
    words.filter(is_type).map(str::to_string).collect()
}

#[test]
fn retired_names_are_seen() {
    let file = |text: &str| File { path: "crates/a/src/b.rs".into(), text: text.into() };
    let seen = retired(&file("// struct Told;\nstruct Unfolded;\npub(super) enum Told<T> {}\n"));
    let seen: Vec<String> = seen.iter().map(Problem::to_string).collect();
    assert_eq!(seen, ["error: crates/a/src/b.rs:3: Told is a private word; say what it is"]);
}

#[test]
fn equal_names_are_seen() {
    let shown = face(
        "mod a;\npub use a::{Graph, LIMIT, walk};\npub use lts::Path;\n\npub struct Row<T> {\n    pub Inner: T,\n}\n",
    );
    assert_eq!(shown, ["Graph", "Row"]);
    let rooms = BTreeMap::from([
        ("Graph".to_string(), BTreeSet::from(["check", "report"])),
        ("Row".to_string(), BTreeSet::from(["store"])),
    ]);
    assert_eq!(judge(&rooms, &[]).len(), 1);
    assert_eq!(judge(&rooms, &[("Graph", "one thing")]), []);
    assert_eq!(judge(&rooms, &[("Graph", "one thing"), ("Row", "no need")]).len(), 1);
}
