//! The sources of our Java API, for programs that are compiled here and for users who want them on their
//! class path.

use classfile::{Error, Jdk};
use std::fs;
use std::path::{Path, PathBuf};

/// Every file below `api/src`, with its path there.
const SOURCES: [(&str, &str); 8] = [
    ("jaywalk/Delta.java", include_str!("../../../api/src/jaywalk/Delta.java")),
    ("jaywalk/Verify.java", include_str!("../../../api/src/jaywalk/Verify.java")),
    ("gov/nasa/jpf/vm/Verify.java", include_str!("../../../api/src/gov/nasa/jpf/vm/Verify.java")),
    ("gov/nasa/jpf/jvm/Verify.java", include_str!("../../../api/src/gov/nasa/jpf/jvm/Verify.java")),
    (
        "gov/nasa/arc/ase/jpf/jvm/Verify.java",
        include_str!("../../../api/src/gov/nasa/arc/ase/jpf/jvm/Verify.java"),
    ),
    (
        "org/sosy_lab/sv_benchmarks/Verifier.java",
        include_str!("../../../api/src/org/sosy_lab/sv_benchmarks/Verifier.java"),
    ),
    ("jaywalk/kernel/Filling.java", include_str!("../../../api/src/jaywalk/kernel/Filling.java")),
    ("jaywalk/kernel/Json.java", include_str!("../../../api/src/jaywalk/kernel/Json.java")),
];

macro_rules! class {
    ($name:literal) => {
        (concat!($name, ".class"), include_bytes!(concat!("../api/classes/", $name, ".class")))
    };
}

/// The same compiled, because compiling it with every program would take longer than most programs do.
const CLASSES: [(&str, &[u8]); 12] = [
    class!("gov/nasa/arc/ase/jpf/jvm/Verify"),
    class!("gov/nasa/jpf/jvm/Verify"),
    class!("gov/nasa/jpf/vm/Verify"),
    class!("jaywalk/Delta"),
    class!("jaywalk/Verify"),
    class!("jaywalk/Verify$Asking"),
    class!("jaywalk/kernel/Filling"),
    class!("jaywalk/kernel/Filling$Chooser"),
    class!("jaywalk/kernel/Json"),
    class!("jaywalk/kernel/Json$Choice"),
    class!("jaywalk/kernel/Json$Numeral"),
    class!("org/sosy_lab/sv_benchmarks/Verifier"),
];

/// The folder for compiled classes below the folder that a program is compiled into. No package has such a name.
const FOLDER: &str = ".api";

/// The name of the jar with the compiled API.
pub const JAR: &str = "jaywalk-api.jar";

/// Writes the sources into folders below `root`.
pub fn write(root: &Path) -> Result<(), Error> {
    SOURCES.iter().try_for_each(|(path, text)| put(&root.join(path), text.as_bytes()))
}

/// Writes the classes below `out`, where a program is compiled that may use them, and returns their folder.
pub fn write_classes(out: &Path) -> Result<PathBuf, Error> {
    let folder = out.join(FOLDER);
    CLASSES.iter().try_for_each(|(path, bytes)| put(&folder.join(path), bytes))?;
    Ok(folder)
}

fn put(file: &Path, bytes: &[u8]) -> Result<(), Error> {
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, bytes));
    written.map_err(|error| Error::new(file.to_string_lossy(), format!("cannot be written: {error}")))
}

/// Writes the sources, in `src`, and a jar of the compiled API into `folder`, with the compiler of the user's
/// JDK. `scratch` is an empty folder. Returns the jar.
pub fn build(jdk: Option<&Path>, folder: &Path, scratch: &Path) -> Result<PathBuf, Error> {
    let jdk = Jdk::find(jdk)?;
    let sources = folder.join("src");
    write(&sources)?;
    for (path, _) in SOURCES {
        classfile::compile(&jdk, &sources.join(path), scratch, &[], &[&sources])?;
    }
    let jar = folder.join(JAR);
    classfile::pack(&jdk, scratch, &jar)?;
    Ok(jar)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_listed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../api/src");
        let mut found = Vec::new();
        let mut pending = vec![root.clone()];
        while let Some(at) = pending.pop() {
            for entry in fs::read_dir(&at).unwrap().flatten() {
                match entry.path().is_dir() {
                    true => pending.push(entry.path()),
                    false => {
                        found.push(entry.path().strip_prefix(&root).unwrap().to_string_lossy().into_owned())
                    }
                }
            }
        }
        let mut listed: Vec<String> = SOURCES.iter().map(|(path, _)| path.to_string()).collect();
        found.sort();
        listed.sort();
        assert_eq!(found, listed);
    }
}
