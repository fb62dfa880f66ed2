//! The class path: folders and jars in order, understood as `java` understands them.

use crate::{Error, Folder, FoundClass, Jar, Source};
use base::Symbol;
use std::collections::{HashSet, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders and jars, searched in order.
#[derive(Default)]
pub struct ClassPath {
    entries: Vec<ClassPathEntry>,
    /// Where they are, without links.
    places: Vec<PathBuf>,
}

enum ClassPathEntry {
    Folder(Folder),
    Jar(Box<Jar>),
}

impl ClassPathEntry {
    fn source(&self) -> &dyn Source {
        match self {
            ClassPathEntry::Folder(folder) => folder,
            ClassPathEntry::Jar(jar) => jar.as_ref(),
        }
    }
}

impl ClassPath {
    /// Opens every entry. `dir/*` means all jars of `dir`, and an empty entry the current folder. What does
    /// not exist is skipped, as `java` does; a jar that cannot be read is an error, because a missing
    /// class would be the only other sign of it.
    pub fn open(paths: &[PathBuf]) -> Result<ClassPath, Error> {
        let mut waiting = VecDeque::new();
        for path in paths {
            waiting.extend(expand(path)?);
        }
        let (mut entries, mut places) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        while let Some(path) = waiting.pop_front() {
            // Absent entries have no canonical form. A jar that was seen is not opened again, so that jars
            // whose manifests name each other come to an end.
            let Ok(canonical) = path.canonicalize() else {
                continue;
            };
            if !seen.insert(canonical.clone()) {
                continue;
            }
            places.push(canonical);
            if path.is_dir() {
                entries.push(ClassPathEntry::Folder(Folder::new(path)));
                continue;
            }
            let jar = Jar::open(path)?;
            // What a manifest adds comes right behind its jar, before the rest of the path.
            for more in jar.class_path().into_iter().rev() {
                waiting.push_front(more);
            }
            entries.push(ClassPathEntry::Jar(Box::new(jar)));
        }
        Ok(ClassPath { entries, places })
    }

    /// The folders and jars, without links, those that manifests name among them.
    pub fn places(&self) -> &[PathBuf] {
        &self.places
    }

    /// Splits what `-cp` was given: `a.jar:classes` here, `a.jar;classes` on Windows.
    pub fn split(text: &OsStr) -> Vec<PathBuf> {
        std::env::split_paths(text).collect()
    }

    /// Sees multi-release jars as this release of Java does (17, 25); without it they look as to Java 8.
    #[must_use]
    pub fn for_release(mut self, feature: u16) -> ClassPath {
        for entry in &mut self.entries {
            if let ClassPathEntry::Jar(jar) = entry {
                jar.set_release(feature);
            }
        }
        self
    }

    /// The internal names of all classes of all entries, sorted. Versions for certain releases
    /// (`META-INF/versions`) are not counted apart.
    pub fn classes(&self) -> Result<Vec<Symbol>, Error> {
        let mut paths = Vec::new();
        for entry in &self.entries {
            match entry {
                ClassPathEntry::Folder(folder) => folder.paths(&mut paths)?,
                ClassPathEntry::Jar(jar) => jar.paths(&mut paths),
            }
        }
        paths.retain(|path| !path.starts_with("META-INF/"));
        paths.sort_unstable();
        paths.dedup();
        let names = paths.iter().filter_map(|path| path.strip_suffix(".class"));
        Ok(names.filter(|name| !name.ends_with("module-info")).map(Symbol::new).collect())
    }

    /// `Main-Class` of the first entry, if that is a jar: what `java -jar` runs.
    pub fn main_class(&self) -> Option<&str> {
        match self.entries.first() {
            Some(ClassPathEntry::Jar(jar)) => jar.main_class(),
            _ => None,
        }
    }
}

impl Source for ClassPath {
    fn class_bytes(&self, name: Symbol) -> Result<Option<FoundClass<'_>>, Error> {
        for entry in &self.entries {
            if let Some(found) = entry.source().class_bytes(name)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        for entry in &self.entries {
            if let Some(bytes) = entry.source().resource(path)? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    fn urls(&self, path: &str) -> Result<Vec<String>, Error> {
        let mut urls = Vec::new();
        for entry in &self.entries {
            urls.extend(entry.source().urls(path)?);
        }
        Ok(urls)
    }

    fn open(&self, url: &str) -> Result<Option<Vec<u8>>, Error> {
        for entry in &self.entries {
            if let Some(bytes) = entry.source().open(url)? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    fn describe(&self) -> String {
        match self.entries.as_slice() {
            [] => "an empty class path".to_owned(),
            entries => entries.iter().map(|entry| entry.source().describe()).collect::<Vec<_>>().join(", "),
        }
    }
}

/// The entries that one written entry stands for.
fn expand(path: &Path) -> Result<Vec<PathBuf>, Error> {
    if path.as_os_str().is_empty() {
        return Ok(vec![PathBuf::from(".")]);
    }
    if path.file_name() != Some(OsStr::new("*")) {
        return Ok(vec![path.to_owned()]);
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let cannot = |error| Error::new(folder.to_string_lossy(), format!("cannot be listed: {error}"));
    let mut jars = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|extension| extension == "jar" || extension == "JAR")
            && path.is_file()
        {
            jars.push(path);
        }
    }
    // Java leaves the order open; ours may not depend on the file system.
    jars.sort();
    Ok(jars)
}
