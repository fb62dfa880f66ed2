//! `cargo xtask stubs`: stubs of many classes of the JDK and of the cases, each asked for by a unit that names whatever
//! the class offers. They have to compile.

mod units;

use analysis::ClassHierarchy;
use base::Symbol;
use classfile::Image;
use std::path::{Path, PathBuf};
use std::process::Command;
use testkit::jdk::Jdk;
use units::unit_of;

const USAGE: &str = "usage: cargo xtask stubs [--classes N] [--bin FILE] [NAME]...";

/// Packages whose classes are replaced: what Java itself stands on cannot be.
const PACKAGES: [(&str, &str); 2] = [("java.base", "java/"), ("java.desktop", "java")];
const LEFT_OUT: [&str; 4] = ["java/lang/", "java/security/", "java/util/List", "javax/imageio/"];

/// How many classes one unit names.
const BATCH: usize = 6;

/// How often a class is added to those that are replaced because the last ones ask for it.
const TRIES_MAX: usize = 60;

/// What was compared.
#[derive(Debug, Default)]
struct Count {
    classes: usize,
    units: usize,
    compiled: usize,
    /// Units whose classes cannot be replaced, as it is said to the user.
    refused: usize,
    failed: usize,
}

pub fn command(words: &[&str]) -> Result<(), String> {
    let root = testkit::repo_root();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let (mut most, mut binary, mut names) = (usize::MAX, target.join("release/jaywalk"), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| USAGE.to_string());
        match *word {
            "--classes" => most = value()?.parse().map_err(|_| USAGE.to_string())?,
            "--bin" => binary = root.join(value()?),
            name if !name.starts_with('-') => names.push(name.replace('.', "/")),
            _ => return Err(USAGE.to_string()),
        }
    }
    let jdk = Jdk::find()?;
    let home = classfile::Jdk::find(Some(&jdk.home)).map_err(|e| e.to_string())?;
    let image = Image::open(&home.home).map_err(|e| e.to_string())?;
    let mut hierarchy = ClassHierarchy::new(vec![&image], home.max_class_major());
    let mut classes = listed(&image)?;
    if !names.is_empty() {
        classes.retain(|class| names.iter().any(|name| class.as_str().starts_with(name.as_str())));
    }
    // Any number of them is spread over all packages.
    let every = classes.len().div_ceil(most.min(classes.len()).max(1));
    let classes: Vec<Symbol> = classes.into_iter().step_by(every).collect();
    let mut count = Count::default();
    let bench = Bench { jdk: &jdk, binary: &binary, folder: target.join("stubs") };
    for (number, batch) in classes.chunks(BATCH).enumerate() {
        count.classes += batch.len();
        let unit = unit_of(&mut hierarchy, batch).map_err(|e| e.to_string())?;
        let replaced = with_parents(&mut hierarchy, batch).map_err(|e| e.to_string())?;
        bench.library(number, replaced, unit, &mut count)?;
        println!("{count:?}");
    }
    if names.is_empty() && every == 1 {
        bench.cases(&mut count)?;
    }
    println!("{count:?}");
    if count.failed == 0 {
        Ok(())
    } else {
        Err(format!("{} units have stubs that do not compile", count.failed))
    }
}

/// Public classes of these packages by their names, nested ones left out: they come with those around them.
fn listed(image: &Image) -> Result<Vec<Symbol>, String> {
    let mut all = Vec::new();
    for (module, begin) in PACKAGES {
        let classes = image.classes(module).map_err(|e| e.to_string())?;
        let is_wanted = |name: &Symbol| {
            let text = name.as_str();
            text.starts_with(begin)
                && !text.contains('$')
                && !LEFT_OUT.iter().any(|out| text.starts_with(out))
        };
        all.extend(classes.into_iter().filter(is_wanted));
    }
    all.sort_unstable_by_key(|name| name.as_str());
    Ok(all)
}

/// The classes, and those above them that are of these packages as well.
fn with_parents(
    hierarchy: &mut ClassHierarchy<'_>,
    batch: &[Symbol],
) -> Result<Vec<String>, classfile::Error> {
    let mut all: Vec<Symbol> = batch.to_vec();
    for &name in batch {
        let Some(class) = hierarchy.class(name)? else { continue };
        for &above in hierarchy.ancestors(class) {
            let file = hierarchy.file(above);
            let is_ground = LEFT_OUT.iter().any(|out| file.name.as_str().starts_with(out));
            if !file.access.is_interface() && !is_ground && !all.contains(&file.name) {
                all.push(file.name);
            }
        }
    }
    Ok(all.into_iter().map(|name| name.as_str().replace('/', ".")).collect())
}

struct Bench<'a> {
    jdk: &'a Jdk,
    binary: &'a Path,
    folder: PathBuf,
}

/// What became of the stubs of a unit.
enum Made {
    Compiled,
    /// They cannot be made, for a reason that the user is told.
    Refused(String),
    Failed(String),
}

impl Bench<'_> {
    /// Classes of the JDK, and a unit that names them.
    fn library(
        &self,
        number: usize,
        stubs: Vec<String>,
        mut unit: Vec<String>,
        count: &mut Count,
    ) -> Result<(), String> {
        let folder = self.fresh(&format!("library-{number}"))?;
        self.compile_unit(&folder, &mut unit)?;
        self.judge(&folder, "Unit", stubs, count)
    }

    /// The main class of each case of several classes is the unit, and the others are replaced.
    fn cases(&self, count: &mut Count) -> Result<(), String> {
        for (_, case) in testkit::case::collect(&testkit::repo_root().join("tests/cases")) {
            let Ok(case) = case else { continue };
            let main = case.main_class();
            let others: Vec<String> =
                top_level(&case.source).into_iter().filter(|name| *name != main).collect();
            if others.is_empty() || main.contains('.') || case.header.needs.is_some() {
                continue;
            }
            let folder = self.fresh(&format!("case-{}", main))?;
            let done = self.javac(&folder, std::slice::from_ref(&case.path))?;
            // Some cases are not for this JDK.
            if done.is_empty() {
                self.judge(&folder, &main, others, count)?;
            }
        }
        Ok(())
    }

    fn fresh(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.folder.join(name);
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        Ok(folder)
    }

    /// Compiles the lines of a unit, without those that Java does not take.
    fn compile_unit(&self, folder: &Path, lines: &mut [String]) -> Result<(), String> {
        let source = folder.join("Unit.java");
        for _ in 0..8 {
            std::fs::write(&source, lines.join("\n")).map_err(|e| format!("{}: {e}", source.display()))?;
            let wrong = self.javac(folder, std::slice::from_ref(&source))?;
            if wrong.is_empty() {
                return Ok(());
            }
            for line in wrong {
                lines[line - 1].clear();
            }
        }
        Err(format!("{} does not compile", source.display()))
    }

    /// The lines in which something is wrong.
    fn javac(&self, folder: &Path, sources: &[PathBuf]) -> Result<Vec<usize>, String> {
        let mut javac = self.jdk.javac();
        javac.args(["-proc:none", "-nowarn", "-g", "-Xmaxerrs", "10000", "-cp"]);
        javac.arg(testkit::repo_root().join("crates/java/api/classes")).arg("-d").arg(folder).args(sources);
        let done = javac.output().map_err(|e| format!("javac: {e}"))?;
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        let line = |text: &str| {
            let (_, rest) = text.split_once(".java:")?;
            let (line, rest) = rest.split_once(':')?;
            rest.starts_with(" error").then(|| line.parse().ok()).flatten()
        };
        let wrong: Vec<usize> = said.lines().filter_map(line).collect();
        match done.status.success() || !wrong.is_empty() {
            true => Ok(wrong),
            false => Err(format!("{}: {said}", folder.display())),
        }
    }

    fn judge(&self, folder: &Path, unit: &str, stubs: Vec<String>, count: &mut Count) -> Result<(), String> {
        count.units += 1;
        match self.make(folder, unit, stubs)? {
            Made::Compiled => {
                count.compiled += 1;
                drop(std::fs::remove_dir_all(folder));
            }
            Made::Refused(why) => {
                count.refused += 1;
                println!("refused: {}: {why}", folder.display());
            }
            Made::Failed(why) => {
                count.failed += 1;
                println!("{}: {why}", folder.display());
            }
        }
        Ok(())
    }

    /// Has the stubs made, and with them what they say has to be replaced, too.
    fn make(&self, folder: &Path, unit: &str, mut stubs: Vec<String>) -> Result<Made, String> {
        for _ in 0..TRIES_MAX {
            let all = stubs.join(", ");
            let spec =
                format!("unit {unit}; precision types; callbacks all; stub {all};\nthread T: {unit}.go();\n");
            std::fs::write(folder.join("Stubs.env"), spec)
                .map_err(|e| format!("{}: {e}", folder.display()))?;
            let done = Command::new(self.binary)
                .args(["env", "make", "-cp", ".", "-o", "out", "Stubs.env"])
                .current_dir(folder)
                .output()
                .map_err(|e| format!("{}: {e}", self.binary.display()))?;
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            let asked = said.split(": add ").nth(1).and_then(|rest| rest.split_once(" to the stubs"));
            match (done.status.code(), asked) {
                (Some(0), _) => return Ok(Made::Compiled),
                (Some(2), Some((class, _))) => stubs.push(class.to_string()),
                (Some(2), None) if !said.contains("do not compile") => return Ok(Made::Refused(said)),
                _ => return Ok(Made::Failed(said)),
            }
        }
        Ok(Made::Refused(format!("it takes more than {TRIES_MAX} classes")))
    }
}

/// Names of the classes of a source that stand in no other.
fn top_level(source: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in source.lines().filter(|line| !line.starts_with([' ', '\t', '/', '*'])) {
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let kind = words.iter().position(|word| matches!(*word, "class" | "interface" | "enum" | "record"));
        names.extend(kind.and_then(|at| words.get(at + 1)).map(|name| (*name).to_string()));
    }
    names
}
