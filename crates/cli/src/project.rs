//! The folder of a build tool: where Maven and Gradle put classes, test classes and dependencies.
//!
//! What a project depends on is best known to its build tool, which is asked if it is installed, without the network.
//! Where it is not, or cannot tell, the folders count that everybody uses.

mod tool;

use crate::screen;
use std::path::{Path, PathBuf};

/// What a build tool has made of a project.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// Folders with compiled tests.
    pub tests: Vec<PathBuf>,
    /// What else is needed: the program's own classes, resources, dependencies.
    pub class_path: Vec<PathBuf>,
}

/// Which tool builds what is in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Maven,
    Gradle,
}

impl Kind {
    fn of(folder: &Path) -> Option<Kind> {
        let has = |names: &[&str]| names.iter().any(|name| folder.join(name).is_file());
        let gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
        match (has(&["pom.xml"]), has(&gradle)) {
            (true, _) => Some(Kind::Maven),
            (false, true) => Some(Kind::Gradle),
            (false, false) => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Maven => "Maven",
            Kind::Gradle => "Gradle",
        }
    }

    /// How the user has the tests compiled.
    fn command(self) -> &'static str {
        match self {
            Kind::Maven => "mvn test-compile",
            Kind::Gradle => "gradle testClasses",
        }
    }

    /// Folders with compiled tests, below that of a module. Gradle has one for each language.
    fn tests(self) -> &'static [&'static str] {
        match self {
            Kind::Maven => &["target/test-classes"],
            Kind::Gradle => &[
                "build/classes/java/test",
                "build/classes/kotlin/test",
                "build/classes/groovy/test",
                "build/classes/scala/test",
            ],
        }
    }

    fn classes(self) -> &'static [&'static str] {
        match self {
            Kind::Maven => &["target/classes"],
            Kind::Gradle => &[
                "build/classes/java/main",
                "build/classes/kotlin/main",
                "build/classes/groovy/main",
                "build/classes/scala/main",
                "build/resources/main",
                "build/resources/test",
            ],
        }
    }
}

/// Folders in which projects keep jars, or into which build tools copy them.
const JARS: [&str; 5] = ["lib", "libs", "target/dependency", "target/lib", "build/dependencies"];
/// Modules within modules are followed so far.
const MAX_DEPTH: usize = 8;

/// What is in a folder of a build tool; nothing if it is none. With `asks`, the tool is asked if it is there.
///
/// # Errors
/// Nothing has been compiled yet.
pub fn find(folder: &Path, asks: bool) -> Result<Option<Project>, String> {
    let Some(kind) = Kind::of(folder) else { return Ok(None) };
    let mut modules = Vec::new();
    modules_below(kind, folder, MAX_DEPTH, &mut modules);
    let mut project = by_layout(kind, &modules);
    if project.tests.is_empty() {
        let (name, command) = (kind.name(), kind.command());
        return Err(format!(
            "{}: this is a folder of {name} without compiled tests; run `{command}` first",
            folder.display()
        ));
    }
    let told = if asks { tool::class_path(kind, folder, &modules) } else { Ok(Vec::new()) };
    match told {
        Ok(places) => add_new(&mut project, places),
        Err(why) => screen::complain(&format!(
            "jaywalk: {}: {} does not tell what the tests depend on ({why}); the usual folders are looked through",
            folder.display(),
            kind.name()
        )),
    }
    Ok(Some(project))
}

fn add_new(project: &mut Project, places: Vec<PathBuf>) {
    for place in places {
        if !project.class_path.contains(&place) && !project.tests.contains(&place) {
            project.class_path.push(place);
        }
    }
}

/// What lies in the usual folders of these modules.
fn by_layout(kind: Kind, modules: &[PathBuf]) -> Project {
    let below = |names: &[&str]| -> Vec<PathBuf> {
        let all = modules.iter().flat_map(|module| names.iter().map(|name| joined(module, name)));
        all.filter(|place| place.is_dir()).collect()
    };
    let mut project = Project { tests: below(kind.tests()), class_path: below(kind.classes()) };
    let mut jars: Vec<PathBuf> = below(&JARS).iter().flat_map(|folder| jars_in(folder)).collect();
    jars.extend(modules.iter().flat_map(|module| tool::told_by_reports(kind, module)));
    add_new(&mut project, jars);
    project
}

/// Without `./` in front: paths are shown.
fn joined(folder: &Path, name: &str) -> PathBuf {
    if folder == Path::new(".") { PathBuf::from(name) } else { folder.join(name) }
}

fn jars_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut jars: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "jar")).collect();
    jars.sort();
    jars
}

/// The folder itself and those of its modules, as the tool's files name them.
fn modules_below(kind: Kind, folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    if found.iter().any(|known| known == folder) || depth == 0 {
        return;
    }
    found.push(folder.to_path_buf());
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    let names = match kind {
        Kind::Maven => modules_of_pom(&read("pom.xml")),
        Kind::Gradle => included(&(read("settings.gradle") + &read("settings.gradle.kts"))),
    };
    for name in names {
        let module = joined(folder, &name);
        if module.is_dir() {
            modules_below(kind, &module, depth - 1, found);
        }
    }
}

/// `<module>core</module>`.
fn modules_of_pom(text: &str) -> Vec<String> {
    let parts = text.split("<module>").skip(1);
    parts.filter_map(|part| Some(part.split_once("</module>")?.0.trim().to_string())).collect()
}

/// `include 'core', ':web:api'`, also with brackets: quoted words behind it, where colons separate folders.
fn included(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut goes_on = false;
    for line in text.lines().map(str::trim) {
        let begins = line.strip_prefix("include").is_some_and(|rest| rest.starts_with([' ', '(', '\'', '"']));
        if begins || goes_on {
            let words = line.split(['\'', '"']).skip(1).step_by(2);
            names.extend(words.map(|word| word.trim_start_matches(':').replace(':', "/")));
            goes_on = line.ends_with([',', '(']);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_those_that_the_files_name() {
        assert_eq!(
            modules_of_pom("<modules>\n<module>core</module><module> web </module></modules>"),
            ["core", "web"]
        );
        assert_eq!(included("include 'core', ':web:api'\nincludeBuild 'no'"), ["core", "web/api"]);
        assert_eq!(included("include(\n  \"a\",\n  \"b\"\n)\nrootProject.name = \"x\""), ["a", "b"]);
        assert!(included("// nothing").is_empty());
    }
}
