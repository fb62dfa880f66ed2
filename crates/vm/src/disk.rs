//! Files of the computer that Jaywalk runs on: what natives may ask of them, and those that are open.
//!
//! Programs only read, and files are assumed not to change while a program runs: a file is read whole when it
//! is first opened, and kept. So an open file is a number for a content, and a position that belongs to the
//! state.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Files as the operating system shows them. Errors are its numbers.
pub trait Disk {
    /// What is known of a file. A link is itself looked at if it is not followed.
    fn facts(&mut self, path: &Path, follow: bool) -> Result<FileStat, i32>;
    /// The names in a folder, in alphabetical order.
    fn names(&mut self, folder: &Path) -> Result<Vec<OsString>, i32>;
    fn read(&mut self, file: &Path) -> Result<Vec<u8>, i32>;
    /// The path without links and dots.
    fn real_path(&mut self, path: &Path) -> Result<PathBuf, i32>;
    /// Where a link leads.
    fn link(&mut self, path: &Path) -> Result<PathBuf, i32>;
}

/// What `stat` tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStat {
    /// Kind and permissions, as in `st_mode`.
    pub mode: u32,
    pub size: u64,
    pub inode: u64,
    pub device: u64,
    pub links: u64,
    pub user: u32,
    pub group: u32,
    /// Seconds and nanoseconds since 1970.
    pub accessed: (i64, i64),
    pub modified: (i64, i64),
    pub changed: (i64, i64),
}

impl FileStat {
    const KIND: u32 = 0o170_000;

    pub fn is_file(&self) -> bool {
        self.mode & FileStat::KIND == 0o100_000
    }

    pub fn is_folder(&self) -> bool {
        self.mode & FileStat::KIND == 0o040_000
    }
}

/// Files that have been opened since the machine was made. Numbers are never given anew, so they mean the
/// same in every state; clones share them.
#[derive(Clone, Default)]
pub struct Files {
    opened: Arc<Mutex<Vec<Opened>>>,
}

#[derive(Clone)]
pub struct Opened {
    pub path: PathBuf,
    pub content: Arc<[u8]>,
}

impl Files {
    pub fn find(&self, path: &Path) -> Option<usize> {
        self.list().iter().position(|file| file.path == path)
    }

    /// The number of a file that was read just now. Somebody else may have been faster: then it is theirs.
    pub fn add(&self, path: &Path, content: Vec<u8>) -> usize {
        let mut list = self.list();
        if let Some(known) = list.iter().position(|file| file.path == path) {
            return known;
        }
        list.push(Opened { path: path.to_path_buf(), content: Arc::from(content) });
        list.len() - 1
    }

    pub fn get(&self, number: usize) -> Option<Opened> {
        self.list().get(number).cloned()
    }

    fn list(&self) -> std::sync::MutexGuard<'_, Vec<Opened>> {
        // A list is whole after every push, whoever panicked.
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
