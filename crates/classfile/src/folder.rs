//! Classes in a folder, each in its own file.

use crate::source::{class_path_of, is_inside, read_file};
use crate::{Error, Found, Source};
use base::Symbol;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// A folder on the class path.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Nothing is read before a class is asked for.
    pub fn new(root: impl Into<PathBuf>) -> Folder {
        Folder { root: root.into() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }
}

impl Source for Folder {
    fn class_bytes(&self, name: Symbol) -> Result<Option<Found<'_>>, Error> {
        let Some(path) = class_path_of(name).map(|path| self.root.join(path)) else {
            return Ok(None);
        };
        Ok(read_file(&path)?.map(|bytes| Found {
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

    fn describe(&self) -> String {
        format!("folder {}", self.root.display())
    }
}
