//! Parts of a search by several processes in a folder: one file for each node and moment.
//!
//! A file has a line that says what it is, the terms of the search, the part, and a sum of its name and all bytes
//! before it: what one node had is not taken for what another one had. It is written beside and then gets its name. Of
//! each node two are kept, the last one and the last of which all nodes have theirs: somebody's disk may be full.

use crate::keeping;
use dist::{KeepPart, KeptParts, PartName};
use search::Terms;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::Xxh3;

const MAGIC: &[u8] = b"jaywalk part 3\n";
const SUM_BYTES: usize = 16;
const ENDING: &str = ".part";

/// Between names and values of terms, and behind each.
const UNIT: char = '\u{1f}';
const RECORD: char = '\u{1e}';

/// A folder with parts.
pub struct Folder {
    path: PathBuf,
    terms: Terms,
    every: Duration,
    last: Mutex<Instant>,
    has_complained: AtomicBool,
}

impl Folder {
    pub fn new(path: &Path, terms: Terms, every: Duration) -> Folder {
        Folder {
            path: path.to_path_buf(),
            terms,
            every,
            last: Mutex::new(Instant::now()),
            has_complained: AtomicBool::new(false),
        }
    }

    /// Makes the folder, if it is not there.
    ///
    /// # Errors
    /// It cannot be made, or is none.
    pub fn prepare(path: &Path) -> Result<(), String> {
        std::fs::create_dir_all(path)
            .map_err(|error| format!("{}: no folder for the parts of a checkpoint: {error}", path.display()))
    }

    fn file(&self, name: PartName) -> PathBuf {
        self.path.join(written(name))
    }

    fn write(&self, name: PartName, bytes: &[u8]) -> std::io::Result<()> {
        let mut whole = MAGIC.to_vec();
        let terms: String =
            self.terms.iter().map(|(name, value)| format!("{name}{UNIT}{value}{RECORD}")).collect();
        whole.extend_from_slice(&(terms.len() as u64).to_le_bytes());
        whole.extend_from_slice(terms.as_bytes());
        whole.extend_from_slice(bytes);
        whole.extend_from_slice(&sum(name, &whole));
        let file = self.file(name);
        let beside = file.with_extension(format!("new-{}", std::process::id()));
        let put = || {
            let mut out = std::fs::File::create(&beside)?;
            out.write_all(&whole)?;
            out.sync_all()?;
            std::fs::rename(&beside, &file)
        };
        put().inspect_err(|_| {
            // Half of a file is of no use, and takes what little room there is.
            let _ = std::fs::remove_file(&beside);
        })
    }

    /// Removes what this node has written before, but for its part of a moment that is whole.
    fn clean(&self, name: PartName, whole: Option<PartName>) {
        let is_old = |other: &PartName| {
            let is_own = (other.run, other.nodes, other.node) == (name.run, name.nodes, name.node);
            is_own && *other < name && Some(*other) != whole
        };
        for old in self.names().into_iter().filter(is_old) {
            // Whoever removes it first has done so.
            let _ = std::fs::remove_file(self.file(old));
        }
    }

    /// All files that are named as parts are.
    fn names(&self) -> Vec<PartName> {
        let Ok(entries) = std::fs::read_dir(&self.path) else { return Vec::new() };
        let files = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        files.filter_map(|file| named(&file)).collect()
    }

    /// The part in a file, and the terms of its search.
    fn open(&self, name: PartName) -> Result<(Terms, Vec<u8>), String> {
        let file = self.file(name);
        // Reading a pipe would wait for whoever writes into it.
        if !file.is_file() {
            return Err(format!("{}: is no file", file.display()));
        }
        let bytes =
            std::fs::read(&file).map_err(|error| format!("{}: cannot be read: {error}", file.display()))?;
        parted(name, &bytes)
            .ok_or_else(|| format!("{}: is damaged, or no part of a checkpoint", file.display()))
    }
}

fn written(PartName { beginning, level, run, nodes, node }: PartName) -> String {
    format!("{beginning}-{level}-{run:016x}-{node}-of-{nodes}{ENDING}")
}

/// The sum of a part.
fn sum(name: PartName, bytes: &[u8]) -> [u8; SUM_BYTES] {
    let mut hash = Xxh3::new();
    hash.update(written(name).as_bytes());
    hash.update(bytes);
    hash.digest128().to_le_bytes()
}

fn named(file: &str) -> Option<PartName> {
    let mut words = file.strip_suffix(ENDING)?.split('-');
    let mut next = || words.next();
    let (beginning, level) = (next()?.parse().ok()?, next()?.parse().ok()?);
    let run = u64::from_str_radix(next()?, 16).ok()?;
    let node = next()?.parse().ok()?;
    let nodes = (next()? == "of").then(&mut next)??.parse().ok()?;
    Some(PartName { beginning, level, run, nodes, node })
}

/// Nothing is believed of bytes that are not as they were written.
fn parted(name: PartName, bytes: &[u8]) -> Option<(Terms, Vec<u8>)> {
    let (body, last) = bytes.split_at_checked(bytes.len().checked_sub(SUM_BYTES)?)?;
    if sum(name, body) != last {
        return None;
    }
    let body = body.strip_prefix(MAGIC)?;
    let (length, body) = body.split_first_chunk::<8>()?;
    let (terms, part) = body.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    let terms = std::str::from_utf8(terms).ok()?.split_terminator(RECORD);
    let pair = |term: &str| term.split_once(UNIT).map(|(name, value)| (name.to_string(), value.to_string()));
    Some((terms.map(pair).collect::<Option<Terms>>()?, part.to_vec()))
}

impl KeepPart for Folder {
    fn is_due(&self) -> bool {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= self.every
    }

    fn keep(&self, name: PartName, bytes: &[u8], whole: Option<PartName>) -> bool {
        let written = self.write(name, bytes);
        let is_written = written.is_ok();
        match written {
            Ok(()) => self.clean(name, whole),
            // A checkpoint that fails is no reason to give up the search.
            Err(error) if !self.has_complained.swap(true, Ordering::Relaxed) => {
                crate::screen::complain(&format!("jaywalk: {}: no checkpoint: {error}", self.path.display()));
            }
            Err(_) => {}
        }
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        is_written
    }
}

impl KeptParts for Folder {
    fn parts(&self) -> Vec<PartName> {
        self.names().into_iter().filter(|&name| self.open(name).is_ok()).collect()
    }

    fn read(&self, name: PartName) -> Result<Vec<u8>, String> {
        let (terms, part) = self.open(name)?;
        match keeping::differences(&terms, &self.terms) {
            Some(differences) => Err(format!("{}: is for another search{differences}", self.path.display())),
            None => Ok(part),
        }
    }
}

/// The file of a graph.
pub struct Graph(pub PathBuf);

impl dist::RecordGraph for Graph {
    fn record(&self, bytes: &[u8]) {
        if let Err(error) = std::fs::write(&self.0, bytes) {
            crate::screen::complain(&format!("jaywalk: {}: cannot be written: {error}", self.0.display()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_damage() {
        let name = PartName { beginning: 2, level: 31, run: 0xFEDC_BA98, nodes: 8, node: 7 };
        let folder = std::env::temp_dir().join(format!("jaywalk-parts-{}", std::process::id()));
        Folder::prepare(&folder).expect("a folder");
        let terms: Terms = vec![("program".to_string(), "Main".to_string())];
        let here = Folder::new(&folder, terms.clone(), Duration::ZERO);
        let at = |level| PartName { level, ..name };
        for (level, whole) in [(28, None), (29, None), (30, Some(at(29))), (31, Some(at(29)))] {
            assert!(here.keep(at(level), b"states", whole));
        }
        let mut parts = here.parts();
        parts.sort_unstable();
        assert_eq!(parts, [at(29), name], "the last one, and one that is whole");
        assert_eq!(here.read(name).as_deref(), Ok(&b"states"[..]));
        let other = Folder::new(&folder, vec![("program".to_string(), "Other".to_string())], Duration::ZERO);
        assert!(other.read(name).unwrap_err().contains("there Main, here Other"));
        let whole = std::fs::read(here.file(name)).expect("it was written");
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            let damaged = [&bytes[..], &whole[..at]];
            assert!(damaged.iter().all(|bytes| parted(name, bytes).is_none()), "byte {at}");
        }
        // What one node had, under the name of another node, level, beginning or run.
        for other in [
            PartName { node: 6, ..name },
            PartName { level: 32, ..name },
            PartName { beginning: 1, ..name },
            PartName { run: 1, ..name },
            PartName { nodes: 9, ..name },
        ] {
            std::fs::copy(here.file(name), here.file(other)).expect("it can be copied");
            assert!(here.read(other).is_err_and(|error| error.contains("damaged")), "{other:?}");
            std::fs::remove_file(here.file(other)).expect("it is there");
        }
        std::fs::write(here.file(name), &whole[1..]).expect("it can be damaged");
        assert_eq!(here.parts().len(), 1);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
