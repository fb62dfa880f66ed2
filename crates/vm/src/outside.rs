//! The world outside of a machine.

use crate::disk::{Disk, FileStat};
use crate::program::digest;
use std::collections::BTreeMap;
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
pub struct Outside {
    host: Arc<Mutex<Box<dyn Host>>>,
    answers: Arc<Mutex<BTreeMap<String, u64>>>,
}

/// The operating system's number for "permission denied", where there is no disk to ask.
const EACCES: i32 = 13;

/// What can be asked about a path, in one word each.
const FACTS: &str = "facts";
const LINK_FACTS: &str = "link-facts";
const NAMES: &str = "names";
const CONTENT: &str = "content";
const REAL_PATH: &str = "real-path";
const LINK: &str = "link";

impl Outside {
    pub fn new(host: Box<dyn Host>) -> Outside {
        Outside { host: Arc::new(Mutex::new(host)), answers: Arc::default() }
    }

    /// Another world, of which is known what was asked of this one.
    pub fn beside(&self, host: Box<dyn Host>) -> Outside {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Outside { host: Arc::new(Mutex::new(host)), answers: Arc::new(Mutex::new(answers)) }
    }

    fn host(&self) -> MutexGuard<'_, Box<dyn Host>> {
        self.host.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// What was asked of the disk so far, each question with a sum of its first answer. Paths that `is_meant` does not
    /// want are left out.
    pub fn answers(&self, is_meant: &dyn Fn(&Path) -> bool) -> Vec<(String, u64)> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = answers.iter().filter(|(question, _)| {
            question.split_once(' ').is_some_and(|(_, path)| is_meant(Path::new(path)))
        });
        wanted.map(|(question, &sum)| (question.clone(), sum)).collect()
    }

    /// The sum of the answer to one of these questions as it is now; `None` if it is none.
    pub fn answer_now(&self, question: &str) -> Option<u64> {
        let (kind, path) = question.split_once(' ')?;
        let path = Path::new(path);
        let mut fresh = Outside { host: self.host.clone(), answers: Arc::default() };
        // An error is an answer, too.
        let _is_there = match kind {
            FACTS => fresh.facts(path, true).is_ok(),
            LINK_FACTS => fresh.facts(path, false).is_ok(),
            NAMES => fresh.names(path).is_ok(),
            CONTENT => Disk::read(&mut fresh, path).is_ok(),
            REAL_PATH => fresh.real_path(path).is_ok(),
            LINK => fresh.link(path).is_ok(),
            _ => return None,
        };
        fresh.answers(&|_| true).pop().map(|(_, sum)| sum)
    }

    /// Asks the disk, and keeps a sum of the answer.
    fn ask<T>(
        &self,
        (kind, path): (&str, &Path),
        question: impl FnOnce(&mut dyn Disk) -> Result<T, i32>,
        sum: impl FnOnce(&T) -> u64,
    ) -> Result<T, i32> {
        let answer = self.host().disk().map_or(Err(EACCES), question);
        let sum = match &answer {
            Ok(answer) => sum(answer),
            Err(number) => digest(&[b"error", &number.to_le_bytes()]),
        };
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.entry(format!("{kind} {}", path.display())).or_insert(sum);
        answer
    }
}

/// What of them a program could act upon and that does not change by looking.
fn sum_of_facts(facts: &FileStat) -> u64 {
    let FileStat { mode, size, user, group, modified, .. } = *facts;
    let (seconds, nanos) = (modified.0.to_le_bytes(), modified.1.to_le_bytes());
    let ids = [mode, user, group].map(u32::to_le_bytes).concat();
    digest(&[&ids, &size.to_le_bytes(), &seconds, &nanos])
}

fn sum_of_path(path: &Path) -> u64 {
    digest(&[path.as_os_str().as_encoded_bytes()])
}

impl Disk for Outside {
    fn facts(&mut self, path: &Path, follow: bool) -> Result<FileStat, i32> {
        let kind = if follow { FACTS } else { LINK_FACTS };
        self.ask((kind, path), |disk| disk.facts(path, follow), sum_of_facts)
    }

    fn names(&mut self, folder: &Path) -> Result<Vec<OsString>, i32> {
        let sum = |names: &Vec<OsString>| {
            let parts = names.iter().flat_map(|name| [name.as_encoded_bytes(), b"/"]);
            digest(&parts.collect::<Vec<_>>())
        };
        self.ask((NAMES, folder), |disk| disk.names(folder), sum)
    }

    fn read(&mut self, file: &Path) -> Result<Vec<u8>, i32> {
        self.ask((CONTENT, file), |disk| disk.read(file), |bytes| digest(&[bytes]))
    }

    fn real_path(&mut self, path: &Path) -> Result<PathBuf, i32> {
        self.ask((REAL_PATH, path), |disk| disk.real_path(path), |real| sum_of_path(real))
    }

    fn link(&mut self, path: &Path) -> Result<PathBuf, i32> {
        self.ask((LINK, path), |disk| disk.link(path), |to| sum_of_path(to))
    }
}
