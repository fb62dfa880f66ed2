//! Classes in a folder, each in its own file.

use crate::source::{class_path_of, is_inside, read_file};
use crate::{Error, FoundClass, Source, url};
use base::Symbol;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder on the class path.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// Its address, once it was asked for.
    url: OnceLock<String>,
}

impl Folder {
    /// Nothing is read before a class is asked for.
    pub fn new(root: impl Into<PathBuf>) -> Folder {
        Folder { root: root.into(), url: OnceLock::new() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Adds the paths of all files below it. Links are followed as `java` follows them, but not in circles.
    pub(crate) fn paths(&self, out: &mut Vec<String>) -> Result<(), Error> {
        /// More folders inside each other than any package has parts.
        const DEPTH_MAX: usize = 100;
        let mut pending = vec![(self.root.clone(), String::new(), 0)];
        while let Some((folder, prefix, depth)) = pending.pop() {
            let cannot = |error| Error::new(folder.to_string_lossy(), format!("cannot be listed: {error}"));
            let entries = match std::fs::read_dir(&folder) {
                // Somebody else has removed it since it was seen.
                Err(error) if depth > 0 && error.kind() == std::io::ErrorKind::NotFound => continue,
                entries => entries.map_err(cannot)?,
            };
            for entry in entries {
                let path = entry.map_err(cannot)?.path();
                let name =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                match path.is_dir() {
                    true if depth < DEPTH_MAX => pending.push((path, format!("{prefix}{name}/"), depth + 1)),
                    true => {}
                    false => out.push(format!("{prefix}{name}")),
                }
            }
        }
        Ok(())
    }

    fn url(&self) -> &str {
        self.url.get_or_init(|| format!("{}/", url::of_file(&self.root)))
    }
}

impl Source for Folder {
    fn class_bytes(&self, name: Symbol) -> Result<Option<FoundClass<'_>>, Error> {
        let Some(path) = class_path_of(name).map(|path| self.root.join(path)) else {
            return Ok(None);
        };
        Ok(read_file(&path)?.map(|bytes| FoundClass {
            bytes: Cow::Owned(bytes),
            origin: path.to_string_lossy().into(),
            module: None,
        }))
    }

    fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let path = match is_inside(path) {
            true => self.root.join(path),
            false => return Ok(None),
        };
        // Programs ask for folders too, to list them; that is no file and no error.
        match path.is_dir() {
            true => Ok(None),
            false => read_file(&path),
        }
    }

    fn urls(&self, path: &str) -> Result<Vec<String>, Error> {
        // Folders have addresses too; programs look for packages by them.
        let exists = is_inside(path.trim_end_matches('/')) && self.root.join(path).exists();
        Ok(exists.then(|| format!("{}{}", self.url(), url::encode(path))).into_iter().collect())
    }

    fn open(&self, url: &str) -> Result<Option<Vec<u8>>, Error> {
        match url.strip_prefix(self.url()).and_then(url::decode) {
            Some(path) => self.resource(&path),
            None => Ok(None),
        }
    }

    fn describe(&self) -> String {
        format!("folder {}", self.root.display())
    }
}
