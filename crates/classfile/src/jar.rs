//! Classes in a jar. The directory of the jar is read once; entries are unpacked when they are asked for.

use crate::manifest::{self, Manifest};
use crate::source::{class_path_of, read_bounded};
use crate::{Error, FoundClass, Source, url};
use base::Symbol;
use std::borrow::Cow;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use zip::ZipArchive;
use zip::result::ZipError;

/// The first release that looks into `META-INF/versions` (JEP 238).
const FIRST_VERSIONED_RELEASE: u16 = 9;

/// A jar on the class path.
pub struct Jar {
    path: PathBuf,
    manifest: Manifest,
    /// Versions of classes up to this release are seen in a multi-release jar.
    release: u16,
    /// One reader with one position in the file, so one entry is unpacked at a time.
    archive: Mutex<ZipArchive<BufReader<File>>>,
    /// The address of its root, once it was asked for.
    url: OnceLock<String>,
}

impl Jar {
    pub fn open(path: impl Into<PathBuf>) -> Result<Jar, Error> {
        let path = path.into();
        let cannot = |what: String| Error::new(path.to_string_lossy(), what);
        let file = File::open(&path).map_err(|error| cannot(format!("cannot be read: {error}")))?;
        let archive = ZipArchive::new(BufReader::new(file))
            .map_err(|error| cannot(format!("is not a jar or is damaged: {error}")))?;
        let mut jar = Jar {
            path,
            manifest: Manifest::default(),
            release: 0,
            archive: Mutex::new(archive),
            url: OnceLock::new(),
        };
        if let Some(bytes) = jar.entry(manifest::PATH)? {
            jar.manifest = Manifest::parse(&bytes);
        }
        Ok(jar)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The manifest's `Main-Class`, as written: `pkg.Main`.
    pub fn main_class(&self) -> Option<&str> {
        self.manifest.main_class.as_deref()
    }

    /// The files that the manifest's `Class-Path` adds, whether they exist or not.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        self.manifest.class_path.iter().filter_map(|entry| manifest::resolve(entry, folder)).collect()
    }

    /// Adds the paths of all its files.
    pub(crate) fn paths(&self, out: &mut Vec<String>) {
        let archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        // A name that cannot be decoded is no class's.
        out.extend(archive.file_names().flatten().map(Cow::into_owned));
    }

    /// Sees the classes of a multi-release jar as this release of Java does.
    pub(crate) fn set_release(&mut self, release: u16) {
        self.release = release;
    }

    /// The newest version of an entry that the release may see, with the path at which it stands.
    fn versioned(&self, path: &str) -> Result<Option<(String, Vec<u8>)>, Error> {
        if self.manifest.multi_release && !path.starts_with("META-INF/") {
            for release in (FIRST_VERSIONED_RELEASE..=self.release).rev() {
                let path = format!("META-INF/versions/{release}/{path}");
                if let Some(bytes) = self.entry(&path)? {
                    return Ok(Some((path, bytes)));
                }
            }
        }
        Ok(self.entry(path)?.map(|bytes| (path.to_owned(), bytes)))
    }

    fn entry(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let cannot = |what: String| Error::new(self.origin(path), format!("cannot be unpacked: {what}"));
        let entry = match archive.by_name(path) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(cannot(error.to_string())),
        };
        let promised = entry.size();
        read_bounded(entry, promised).map(Some).map_err(|error| cannot(error.to_string()))
    }

    fn url(&self) -> &str {
        self.url.get_or_init(|| format!("jar:{}!/", url::of_file(&self.path)))
    }

    fn origin(&self, path: &str) -> String {
        format!("{}!/{path}", self.path.display())
    }
}

impl Source for Jar {
    fn class_bytes(&self, name: Symbol) -> Result<Option<FoundClass<'_>>, Error> {
        let Some(path) = class_path_of(name) else {
            return Ok(None);
        };
        Ok(self.versioned(&path)?.map(|(path, bytes)| FoundClass {
            bytes: Cow::Owned(bytes),
            origin: self.origin(&path).into(),
            module: None,
        }))
    }

    fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.versioned(path)?.map(|(_, bytes)| bytes))
    }

    fn urls(&self, path: &str) -> Result<Vec<String>, Error> {
        let found = self.versioned(path)?;
        Ok(found.map(|(path, _)| format!("{}{}", self.url(), url::encode(&path))).into_iter().collect())
    }

    fn open(&self, url: &str) -> Result<Option<Vec<u8>>, Error> {
        match url.strip_prefix(self.url()).and_then(url::decode) {
            Some(path) => self.entry(&path),
            None => Ok(None),
        }
    }

    fn describe(&self) -> String {
        format!("jar {}", self.path.display())
    }
}
