//! Files of this computer, as the machine asks for them. What a program may see of them is decided before it
//! asks.

use java::{Disk, FileStat};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The system's number for "input/output error", for the errors that have none.
const EIO: i32 = 5;

/// All files that this process can read.
pub struct Computer;

impl Disk for Computer {
    fn facts(&mut self, path: &Path, follow: bool) -> Result<FileStat, i32> {
        let found = if follow { fs::metadata(path) } else { fs::symlink_metadata(path) };
        let data = found.map_err(number)?;
        Ok(FileStat {
            mode: data.mode(),
            size: data.size(),
            inode: data.ino(),
            device: data.dev(),
            links: data.nlink(),
            user: data.uid(),
            group: data.gid(),
            accessed: (data.atime(), data.atime_nsec()),
            modified: (data.mtime(), data.mtime_nsec()),
            changed: (data.ctime(), data.ctime_nsec()),
        })
    }

    fn names(&mut self, folder: &Path) -> Result<Vec<OsString>, i32> {
        let entries = fs::read_dir(folder).map_err(number)?;
        let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
        let mut names = names.collect::<io::Result<Vec<OsString>>>().map_err(number)?;
        // The system's own order differs from one computer to the next.
        names.sort();
        Ok(names)
    }

    fn read(&mut self, file: &Path) -> Result<Vec<u8>, i32> {
        fs::read(file).map_err(number)
    }

    fn real_path(&mut self, path: &Path) -> Result<PathBuf, i32> {
        fs::canonicalize(path).map_err(number)
    }

    fn link(&mut self, path: &Path) -> Result<PathBuf, i32> {
        fs::read_link(path).map_err(number)
    }
}

fn number(error: io::Error) -> i32 {
    error.raw_os_error().unwrap_or(EIO)
}
