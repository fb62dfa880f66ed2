//! The world outside of a machine.

use crate::disk::{Disk, Facts};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// All of the world that a program can reach.
pub trait Host: Send {
    /// `fd` is 1 for standard output and 2 for standard error.
    fn write(&mut self, fd: i32, bytes: &[u8]);
    /// Reads from standard input; 0 at its end.
    fn read(&mut self, buffer: &mut [u8]) -> usize;
    /// Files, whichever there are: who asks must have made sure that the program may know.
    fn disk(&mut self) -> Option<&mut dyn Disk> {
        None
    }
}

/// The world as all siblings of a machine share it.
#[derive(Clone)]
pub struct Outside(Arc<Mutex<Box<dyn Host>>>);

/// The operating system's number for "permission denied", where there is no disk to ask.
const EACCES: i32 = 13;

impl Outside {
    pub fn new(host: Box<dyn Host>) -> Outside {
        Outside(Arc::new(Mutex::new(host)))
    }

    fn host(&self) -> MutexGuard<'_, Box<dyn Host>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn write(&mut self, fd: i32, bytes: &[u8]) {
        self.host().write(fd, bytes);
    }

    pub fn read(&mut self, buffer: &mut [u8]) -> usize {
        self.host().read(buffer)
    }

    pub fn disk(&mut self) -> Option<&mut dyn Disk> {
        let has_disk = self.host().disk().is_some();
        has_disk.then_some(self as &mut dyn Disk)
    }

    fn ask<T>(&self, question: impl FnOnce(&mut dyn Disk) -> Result<T, i32>) -> Result<T, i32> {
        self.host().disk().map_or(Err(EACCES), question)
    }
}

impl Disk for Outside {
    fn facts(&mut self, path: &Path, follow: bool) -> Result<Facts, i32> {
        self.ask(|disk| disk.facts(path, follow))
    }

    fn names(&mut self, folder: &Path) -> Result<Vec<OsString>, i32> {
        self.ask(|disk| disk.names(folder))
    }

    fn read(&mut self, file: &Path) -> Result<Vec<u8>, i32> {
        self.ask(|disk| disk.read(file))
    }

    fn real_path(&mut self, path: &Path) -> Result<PathBuf, i32> {
        self.ask(|disk| disk.real_path(path))
    }

    fn link(&mut self, path: &Path) -> Result<PathBuf, i32> {
        self.ask(|disk| disk.link(path))
    }
}
