//! One word, one thing: no two rooms have a type of the same name on their face, unless it is the same thing seen
//! from two sides; no word is a type of three rooms, even unseen, unless it is one of the field.

use super::Problem;
use super::mask::code_only;
use super::rules::{FIELD_WORDS, RETIRED_NAMES, ROOMS, SAME_NAMES, Wing};
use super::tree::File;
use std::collections::{BTreeMap, BTreeSet};

pub fn check(files: &[File]) -> Vec<Problem> {
    let (mut shown, mut declared) = (Rooms::new(), Rooms::new());
    for room in ROOMS.iter().filter(|room| room.wing != Wing::Dev) {
        for name in faces(room.name, files) {
            shown.entry(name).or_default().insert(room.name);
        }
        for name in declarations(room.name, files) {
            declared.entry(name).or_default().insert(room.name);
        }
    }
    let retired = files.iter().filter(|file| is_shipped(&file.path)).flat_map(retired);
    let everywhere = judge_all(&declared, FIELD_WORDS, SAME_NAMES);
    judge(&shown, SAME_NAMES).into_iter().chain(everywhere).chain(retired).collect()
}

/// Names of types, and the rooms that have one.
type Rooms = BTreeMap<String, BTreeSet<&'static str>>;

/// What is not shipped is written apart from what it judges, and has types of its own for the same things.
fn is_shipped(path: &str) -> bool {
    let room = path.strip_prefix("crates/").and_then(|path| path.split('/').next());
    ROOMS.iter().any(|known| known.wing != Wing::Dev && Some(known.name) == room)
}

/// The types that a room shows: those of its first file, and of the modules that it opens.
fn faces(room: &str, files: &[File]) -> Vec<String> {
    let (mut names, mut open) = (Vec::new(), vec![format!("crates/{room}/src/lib.rs")]);
    while let Some(path) = open.pop() {
        let Some(file) = files.iter().find(|file| file.path == path) else { continue };
        let code = code_only(&file.text);
        names.extend(face(&code));
        let folder = ["/lib.rs", "/mod.rs", ".rs"].iter().find_map(|end| path.strip_suffix(end));
        let modules = code.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        for module in modules {
            let below = format!("{}/{module}", folder.unwrap_or_default());
            open.extend([format!("{below}.rs"), format!("{below}/mod.rs")]);
        }
    }
    names
}

/// All types that a room declares, its tests aside.
fn declarations(room: &str, files: &[File]) -> Vec<String> {
    let folder = format!("crates/{room}/src/");
    let own = files.iter().filter(|file| file.path.starts_with(&folder) && !file.path.ends_with("tests.rs"));
    own.flat_map(|file| {
        let code = code_only(&file.text);
        let shipped = code.split("#[cfg(test)]").next().unwrap_or_default();
        shipped.lines().filter_map(declared).collect::<Vec<String>>()
    })
    .collect()
}

/// The type that a line declares. A `type` that is not at the line's beginning is a trait's.
fn declared(line: &str) -> Option<String> {
    let item = line.trim_start();
    let item = match item.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")) {
        Some((_, item)) => item,
        None => item.strip_prefix("pub ").unwrap_or(item),
    };
    let (kind, rest) = item.split_once(' ')?;
    let is_type = matches!(kind, "struct" | "enum" | "trait") || kind == "type" && !line.starts_with(' ');
    types(rest).into_iter().next().filter(|_| is_type)
}

/// A word that so many rooms use for a type, seen or unseen, is one of the field, or has too many meanings.
const MANY_ROOMS: usize = 3;

fn judge_all(rooms: &Rooms, of_the_field: &[(&str, &[&str])], shown: &[(&str, &str)]) -> Vec<Problem> {
    let is_many = |name: &str| rooms.get(name).is_some_and(|rooms| rooms.len() >= MANY_ROOMS);
    let is_word = |name: &str| of_the_field.iter().any(|(_, words)| words.contains(&name));
    let is_allowed = |name: &str| is_word(name) || shown.iter().any(|(known, _)| *known == name);
    let many = rooms.iter().filter(|(name, _)| is_many(name) && !is_allowed(name)).map(|(name, rooms)| {
        let rooms: Vec<&str> = rooms.iter().copied().collect();
        let message = format!("{name} is a type of {}: say in each what it is", rooms.join(", "));
        Problem::error(format!("crates/{}", rooms[0]), message)
    });
    let words = of_the_field.iter().flat_map(|(_, words)| words.iter());
    let idle = words.filter(|name| !is_many(name)).map(|name| {
        let message = format!("{name} is no type of {MANY_ROOMS} rooms, and needs no entry");
        Problem::error("xtask/src/tidy/rules.rs", message)
    });
    many.chain(idle).collect()
}

/// Types by words that are retired.
fn retired(file: &File) -> Vec<Problem> {
    let code = code_only(&file.text);
    let declared = code.lines().enumerate().filter_map(|(at, line)| {
        let name = declared(line)?;
        RETIRED_NAMES.contains(&name.as_str()).then_some((at + 1, name))
    });
    let complaint = |(line, name)| {
        Problem::error(format!("{}:{line}", file.path), format!("{name} is a private word; say what it is"))
    };
    declared.map(complaint).collect()
}

fn judge(rooms: &Rooms, allowed: &[(&str, &str)]) -> Vec<Problem> {
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

/// The types that a file shows: its own, and what it takes out of its modules. What it passes on from another room
/// is that room's.
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

#[test]
fn words_of_many_rooms_are_seen() {
    let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
    let files = [
        file("crates/vm/src/lib.rs", "mod a;\npub mod b;\n"),
        file("crates/vm/src/a.rs", "struct Inner;\n"),
        file("crates/vm/src/b.rs", "pub(crate) enum Piece {}\npub struct Shown;\npub mod c;\n"),
        file("crates/vm/src/b/c.rs", "pub trait Deep {\n    type Own;\n}\n#[cfg(test)]\nstruct Tried;\n"),
    ];
    assert_eq!(faces("vm", &files), ["Shown", "Deep"]);
    assert_eq!(declarations("vm", &files), ["Inner", "Piece", "Shown", "Deep"]);
    let rooms = BTreeMap::from([("Way".to_string(), BTreeSet::from(["ir", "search", "vm"]))]);
    assert_eq!(judge_all(&rooms, &[], &[]).len(), 1);
    assert_eq!(judge_all(&rooms, &[("a word of the field", &["Way"])], &[]), []);
    assert_eq!(judge_all(&rooms, &[("", &["Way", "Node"])], &[]).len(), 1, "an entry without need");
}
