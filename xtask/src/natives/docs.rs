//! `docs/natives.md`, written from the registry: which native methods we have, and which methods we replace.

use super::lists::{self, List, RELEASES};
use super::{DEFAULT_PROGRAMS, ours, programs, reached, summary};
use base::{FastSet, Symbol};
use classfile::{Jdk, MemberRef};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The release whose library the examples are looked at with.
const EXAMPLES_RELEASE: u16 = 17;

/// Where the part begins that a JDK is needed for.
const EXAMPLES_BEGIN: &str = "## What the examples reach";

pub fn file() -> PathBuf {
    testkit::repo_root().join("docs/natives.md")
}

/// Writes the page anew, and the lists of those JDKs that are here.
pub fn write(jdk: Option<&Path>) -> Result<(), String> {
    let jdk = Jdk::find(jdk).map_err(|e| e.to_string())?;
    if RELEASES.contains(&jdk.feature) {
        put(&lists::file(jdk.feature), &lists::of_image(&jdk.home)?)?;
    }
    let old = std::fs::read_to_string(file()).unwrap_or_default();
    let examples = match jdk.feature == EXAMPLES_RELEASE {
        true => examples(&jdk)?,
        false => examples_of(&old).to_string(),
    };
    put(&file(), &(tables()? + &examples))
}

fn put(file: &Path, text: &str) -> Result<(), String> {
    std::fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}

/// The part of a page that begins with the examples.
fn examples_of(page: &str) -> &str {
    page.find(EXAMPLES_BEGIN).map_or("", |at| &page[at..])
}

/// The part of the page that follows from the lists and the registry.
fn tables() -> Result<String, String> {
    let ours = ours();
    let lists: Vec<List> = RELEASES.into_iter().map(List::read).collect::<Result<_, _>>()?;
    let mut page = String::from(
        "# Native methods\n\n\
         Written by `cargo xtask natives --docs`; a test fails while it is out of date, and `cargo xtask bless \
         natives` writes it too.\n\n\
         A native method that is missing ends a run with `unsupported: ...` and exit code 3, never with an \
         exception in the program.\n\
         `cargo xtask natives [CLASSPATH]...` lists those that a program can reach; `--why` says how.\n\n",
    );
    for (release, list) in RELEASES.iter().zip(&lists) {
        let have = list.natives.iter().filter(|member| is_ours(&ours, member)).count();
        page += &format!("- JDK {release}: {have} of {} ({})\n", list.natives.len(), list.title);
    }
    page += "\n## By class\n\n| class | JDK 17 | JDK 25 | missing |\n|---|---|---|---|\n";
    for (class, row) in by_class(&lists, &ours) {
        page +=
            &format!("| `{class}` | {} | {} | {} |\n", count(&row, 0), count(&row, 1), names(&row.missing));
    }
    page += "\n## Replaced\n\nMethods with bytecode for which we run our own code: for speed, or because the \
        original needs what the machine\n\
             does not have.\n\n| class | methods |\n|---|---|\n";
    for (class, methods) in replaced(&lists, &ours) {
        page += &format!("| `{class}` | {} |\n", names(&methods));
    }
    Ok(page + "\n")
}

#[derive(Default)]
struct Row {
    /// For each release, how many we have and how many there are.
    counts: [(usize, usize); RELEASES.len()],
    missing: BTreeSet<String>,
}

/// Signature-polymorphic methods have no body anywhere. The lists have no flags, but these classes have no
/// other native methods with varargs.
fn is_ours(ours: &FastSet<MemberRef>, member: &MemberRef) -> bool {
    let owner =
        matches!(member.class.as_str(), "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle");
    ours.contains(member) || owner && member.desc.as_str().starts_with("([Ljava/lang/Object;)")
}

fn by_class(lists: &[List], ours: &FastSet<MemberRef>) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for (index, list) in lists.iter().enumerate() {
        for member in &list.natives {
            let row = rows.entry(member.class.to_string()).or_default();
            let have = is_ours(ours, member);
            row.counts[index].0 += usize::from(have);
            row.counts[index].1 += 1;
            if !have {
                row.missing.insert(member.name.to_string());
            }
        }
    }
    rows
}

fn count(row: &Row, index: usize) -> String {
    match row.counts[index] {
        (_, 0) => String::new(),
        (have, all) if have == all => format!("all {all}"),
        (have, all) => format!("{have} of {all}"),
    }
}

fn names(names: &BTreeSet<String>) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn replaced(lists: &[List], ours: &FastSet<MemberRef>) -> BTreeMap<String, BTreeSet<String>> {
    let native: FastSet<&MemberRef> = lists.iter().flat_map(|list| &list.natives).collect();
    let of_the_library =
        |class: Symbol| ["java/", "jdk/", "sun/"].iter().any(|root| class.as_str().starts_with(root));
    let mut classes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for member in ours.iter().filter(|member| !native.contains(member) && of_the_library(member.class)) {
        classes.entry(member.class.to_string()).or_default().insert(member.name.to_string());
    }
    classes
}

/// The part of the page that a JDK is needed for.
fn examples(jdk: &Jdk) -> Result<String, String> {
    let found = programs::find(&jdk.home, &[testkit::repo_root().join(DEFAULT_PROGRAMS)])?;
    let reached = reached::reached(jdk, &found, &ours())?;
    let mut text = format!(
        "{EXAMPLES_BEGIN}\n\nOf the {} programs in `{DEFAULT_PROGRAMS}/`, on JDK {}: {}.\n\n\
         The graph is larger than the truth, so what is missing here may still never be called. *Near* is what a \
         program leads to by its\n\
         own calls; *far* is what it leads to only by way of the library's start, or of `equals`, `hashCode` and \
         `toString`, and so does an\n\
         empty program.\n\n| class | near | far |\n|---|---|---|\n",
        found.len(),
        jdk.version,
        summary(&reached),
    );
    let mut classes: BTreeMap<String, [BTreeSet<String>; 2]> = BTreeMap::new();
    for row in reached.missing() {
        let of_class = classes.entry(row.member.class.to_string()).or_default();
        of_class[usize::from(!row.near)].insert(row.member.name.to_string());
    }
    for (class, [near, far]) in classes {
        text += &format!("| `{class}` | {} | {} |\n", names(&near), names(&far));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the examples reach is looked at only on the JDK that the page names: another has another library.
    #[test]
    fn natives_page_is_up_to_date() {
        let page = std::fs::read_to_string(file()).unwrap_or_default();
        let jdk = Jdk::find(None).unwrap();
        let same_jdk = page.is_empty() || page.contains(&format!("on JDK {}: ", jdk.version));
        let examples = match same_jdk {
            true => examples(&jdk).unwrap(),
            false => examples_of(&page).to_string(),
        };
        testkit::golden::assert_golden(&file(), &(tables().unwrap() + &examples));
    }
}
