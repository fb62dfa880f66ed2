//! Compiling cases: all that are not in the cache go through one javac process, each into its own folder.
//!
//! The cache lies under `target`, one folder per content of a case and version of the JDK, so that a second
//! test run compiles nothing. A folder appears under its name by renaming, hence is complete or absent, and
//! two test runs at once do no harm.

use crate::case::Case;
use crate::jdk::Jdk;
use crate::process;
use std::collections::HashSet;
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Tests of one process compile at the same time, each batch in a folder of its own.
static NEXT_BATCH: AtomicU32 = AtomicU32::new(0);

/// For the whole batch. 200 small cases take about ten seconds on two cores.
const BATCH_TIMEOUT: Duration = Duration::from_secs(600);

/// Changes when the layout of the cache does, so that old folders are not taken for new ones.
const LAYOUT: u32 = 2;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/java/CompileCases.java");
const DRIVER_TEXT: &str = include_str!("../java/CompileCases.java");

/// The folder of the cache that belongs to one case as it is now.
#[derive(Debug, Clone)]
pub struct Entry {
    pub folder: PathBuf,
}

impl Entry {
    pub fn of(cache: &Path, jdk: &Jdk, case: &Case) -> Entry {
        let main_class = case.main_class();
        let mut hasher = DefaultHasher::new();
        (LAYOUT, DRIVER_TEXT, &jdk.version, &case.source, &main_class).hash(&mut hasher);
        Entry { folder: cache.join(format!("{main_class}-{:016x}", hasher.finish())) }
    }

    pub fn classes(&self) -> PathBuf {
        self.folder.join("classes")
    }

    /// What javac said, if the case does not compile.
    pub fn errors(&self) -> Option<String> {
        fs::read_to_string(self.folder.join(ERRORS)).ok()
    }
}

const ERRORS: &str = "javac-errors.txt";

/// Compiles Java files that a test holds as text, `(name, text)` each, all together. Returns the folder of
/// their classes.
pub fn compile_texts(jdk: &Jdk, cache: &Path, files: &[(&str, &str)]) -> Result<PathBuf, String> {
    compile_texts_with(jdk, cache, &[], files)
}

/// As [`compile_texts`], for files that need libraries.
pub fn compile_texts_with(
    jdk: &Jdk,
    cache: &Path,
    libraries: &[PathBuf],
    files: &[(&str, &str)],
) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    (LAYOUT, &jdk.version, libraries, files).hash(&mut hasher);
    let folder = cache.join(format!("texts-{:016x}", hasher.finish()));
    if !folder.exists() {
        // Tests of one process run at once, and two of them may want the same classes.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let batch = cache.join(format!("texts-{}-{number}", std::process::id()));
        let done = compile_files(jdk, &batch, libraries, files).and_then(|()| settle(&batch, &folder));
        drop(fs::remove_dir_all(&batch));
        done?;
    }
    Ok(folder.join("classes"))
}

fn compile_files(
    jdk: &Jdk,
    batch: &Path,
    libraries: &[PathBuf],
    files: &[(&str, &str)],
) -> Result<(), String> {
    let told = |e: std::io::Error| format!("compiling in {}: {e}", batch.display());
    let classes = batch.join("classes");
    fs::create_dir_all(&classes).map_err(told)?;
    let class_path = env::join_paths(libraries.iter().chain([&classes]))
        .map_err(|e| format!("a library cannot be on a class path: {e}"))?;
    let mut javac = jdk.javac();
    javac
        .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp"])
        .arg(class_path)
        .arg("-d")
        .arg(&classes);
    for (name, text) in files {
        fs::write(batch.join(name), text).map_err(told)?;
        javac.arg(batch.join(name));
    }
    match process::run(&mut javac, "", BATCH_TIMEOUT) {
        Ok(done) if done.code == 0 => Ok(()),
        Ok(done) => Err(format!("javac failed:\n{}", String::from_utf8_lossy(&done.stderr))),
        Err(failure) => Err(format!("javac failed: {failure:?}")),
    }
}

/// Compiles those of `cases` that the cache does not hold yet. A case that does not compile is no error here.
pub fn compile_all<'a>(
    jdk: &Jdk,
    cache: &Path,
    cases: impl IntoIterator<Item = &'a Case>,
) -> Result<(), String> {
    let mut seen = HashSet::new();
    let missing: Vec<(&Case, Entry)> = cases
        .into_iter()
        .map(|case| (case, Entry::of(cache, jdk, case)))
        .filter(|(_, entry)| !entry.folder.exists() && seen.insert(entry.folder.clone()))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let batch =
        cache.join(format!("batch-{}-{}", std::process::id(), NEXT_BATCH.fetch_add(1, Ordering::Relaxed)));
    let done = compile_batch(jdk, &batch, &missing);
    drop(fs::remove_dir_all(&batch));
    done
}

fn compile_batch(jdk: &Jdk, batch: &Path, missing: &[(&Case, Entry)]) -> Result<(), String> {
    let told = |e: std::io::Error| format!("compiling the cases in {}: {e}", batch.display());
    fs::create_dir_all(batch).map_err(told)?;
    let mut list = String::new();
    for (index, (case, _)) in missing.iter().enumerate() {
        let folder = batch.join(index.to_string());
        let (classes, errors) = (folder.join("classes"), folder.join(ERRORS));
        list += &format!("{}\t{}\t{}\n", case.path.display(), classes.display(), errors.display());
    }
    let list_path = batch.join("list.txt");
    fs::write(&list_path, list).map_err(told)?;
    let mut driver = jdk.java();
    driver.arg(DRIVER).arg(&list_path).arg(crate::repo_root().join("api/src"));
    match process::run(&mut driver, "", BATCH_TIMEOUT) {
        Ok(done) if done.code == 0 => {}
        Ok(done) => return Err(format!("javac failed:\n{}", String::from_utf8_lossy(&done.stderr))),
        Err(failure) => return Err(format!("javac failed: {failure:?}")),
    }
    for (index, (_, entry)) in missing.iter().enumerate() {
        settle(&batch.join(index.to_string()), &entry.folder)?;
    }
    Ok(())
}

/// Gives a complete folder its name in the cache. Another test run may have been first: its folder has the
/// same content, so ours may be dropped.
fn settle(made: &Path, folder: &Path) -> Result<(), String> {
    match fs::rename(made, folder) {
        Err(error) if !folder.exists() => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}
