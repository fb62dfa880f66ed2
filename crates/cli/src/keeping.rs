//! Checkpoints: flags, and taking up a search from one.
//!
//! The file is written beside the old one and then takes its place, so that there is a whole one at any moment. The
//! search's part begins with the terms of the search, and a search with other ones is refused.

mod file;
mod terms;

use clap::Args;
use file::{read, write};
use lts::{Store, System};
use search::{Checkpoint, Checkpoints, Keep, Limits, Progress, SearchResult, Terms, keeping, resume};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::{Exact, Spill};
use temporal::Beginning;
pub use terms::{differences, terms};

#[derive(Args)]
pub struct Keeping {
    /// Write the search to this file now and then, to be taken up again; several processes write to a folder
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = crate::searching::seconds)]
    pub checkpoint_every: f64,

    /// Take up the search that this file or folder holds, with the same program and options
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// What a search with checkpoints has to know of what it is for.
pub struct Purpose<'a> {
    /// What must be the same for a checkpoint to be of use.
    pub terms: &'a Terms,
    pub limits: &'a Limits,
    /// Where the states of a checkpoint may go that are too many for memory.
    pub spill: &'a dyn Fn() -> Result<Option<Spill>, String>,
    /// States and stack are all that the search depends on.
    pub is_whole: &'a dyn Fn() -> bool,
    /// What the program has read.
    pub reading: &'a Reading<'a>,
}

/// What a program reads beside its classes: it is another one where that has changed.
pub struct Reading<'a> {
    /// Names of what was read so far, and sums.
    pub so_far: &'a dyn Fn() -> Vec<(String, u64)>,
    /// The sum of what has such a name as it is now.
    pub now: &'a dyn Fn(&str) -> Option<u64>,
}

/// Begins the names of terms that say what was read.
const READ: &str = "read: ";

impl Reading<'_> {
    /// As terms of a checkpoint, after those of the one that was taken up.
    fn terms(&self, before: &Terms) -> Terms {
        let mut terms = before.clone();
        for (name, sum) in (self.so_far)() {
            let name = format!("{READ}{name}");
            if !terms.iter().any(|(known, _)| *known == name) {
                terms.push((name, format!("{sum:016x}")));
            }
        }
        terms
    }

    /// How things are with what was read for a checkpoint.
    fn again(&self, there: &Terms) -> Terms {
        let sum = |name: &String| Some(format!("{:016x}", (self.now)(name.strip_prefix(READ)?)?));
        there.iter().filter_map(|(name, _)| Some((name.clone(), sum(name)?))).collect()
    }
}

impl Keeping {
    /// Files that will be written.
    pub fn written(&self) -> Vec<&Path> {
        self.checkpoint.as_deref().into_iter().collect()
    }

    pub fn is_wanted(&self) -> bool {
        self.checkpoint.is_some() || self.resume.is_some()
    }

    /// Searches with checkpoints, or from one.
    ///
    /// # Errors
    /// What is wrong with the file to resume from, or the folder for states on disk.
    pub fn explore(
        &self,
        purpose: &Purpose<'_>,
        system: &mut dyn System,
        store: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SearchResult, String> {
        let Purpose { terms, limits, spill, is_whole, reading } = *purpose;
        let kept = self.kept(terms, reading, &mut || spill())?;
        let mut writer = self.writer(terms, reading, kept.as_ref(), is_whole);
        let keeper = writer.as_mut().map(|writer| writer as &mut dyn Keep);
        let (Some(file), Some((_, checkpoint, states))) = (&self.resume, kept) else {
            return Ok(keeping(system, &mut **store, limits, keeper, watch));
        };
        *store = Box::new(states);
        resume(system, &mut **store, checkpoint, limits, keeper, watch)
            .ok_or_else(|| format!("{}: is for another version of the program", file.display()))
    }

    /// Has one search for temporal properties done with checkpoints, or from one.
    ///
    /// # Errors
    /// What is wrong with the file to resume from.
    pub fn judge<T>(
        &self,
        terms: &Terms,
        reading: &Reading<'_>,
        is_whole: &dyn Fn() -> bool,
        search: impl FnOnce(Beginning<'_>) -> T,
    ) -> Result<T, String> {
        let kept = self.kept(terms, reading, &mut || Ok(None))?;
        let mut writer = self.writer(terms, reading, kept.as_ref(), is_whole);
        let keeper = writer.as_mut().map(|writer| writer as &mut dyn Keep);
        let (from, store) = kept.map(|(_, from, store)| (Some(from), store)).unwrap_or_default();
        Ok(search(Beginning { kept: Checkpoints { keeper, from }, store }))
    }

    /// What there is to resume from.
    fn kept(
        &self,
        terms: &Terms,
        reading: &Reading<'_>,
        spill: &mut dyn FnMut() -> Result<Option<Spill>, String>,
    ) -> Result<Option<InFile>, String> {
        let Some(file) = &self.resume else { return Ok(None) };
        let read = read(file, terms, reading, spill()?);
        read.map(Some).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// Who writes the checkpoints, if any are wanted.
    fn writer<'a>(
        &'a self,
        terms: &'a Terms,
        reading: &'a Reading<'a>,
        kept: Option<&InFile>,
        is_whole: &'a dyn Fn() -> bool,
    ) -> Option<Writer<'a>> {
        self.checkpoint.as_ref().map(|file| Writer {
            file,
            terms,
            reading,
            read_before: kept.map_or_else(Vec::new, |(terms, ..)| of_reading(terms)),
            every: Duration::from_secs_f64(self.checkpoint_every),
            last: Instant::now(),
            is_whole,
            has_complained: false,
        })
    }
}

/// What a file holds: the terms, the search, and its states.
type InFile = (Terms, Checkpoint, Exact);

struct Writer<'a> {
    file: &'a Path,
    terms: &'a Terms,
    reading: &'a Reading<'a>,
    /// What was read before the search was taken up.
    read_before: Terms,
    every: Duration,
    last: Instant,
    is_whole: &'a dyn Fn() -> bool,
    has_complained: bool,
}

impl Keep for Writer<'_> {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn keep(&mut self, checkpoint: &Checkpoint, store: &dyn Store) {
        let written = match (self.is_whole)() {
            true => {
                let terms = [self.terms.clone(), self.reading.terms(&self.read_before)].concat();
                write(self.file, &terms, checkpoint, store).map_err(|error| error.to_string())
            }
            false => Err("the program keeps things across paths with Verify, which no checkpoint has".into()),
        };
        // A checkpoint that fails is no reason to give up the search.
        if let (Err(error), false) = (written, self.has_complained) {
            crate::screen::complain(&format!("jaywalk: {}: no checkpoint: {error}", self.file.display()));
            self.has_complained = true;
        }
        self.last = Instant::now();
    }
}

/// Those of some terms that say what was read.
fn of_reading(terms: &Terms) -> Terms {
    terms.iter().filter(|(name, _)| name.starts_with(READ)).cloned().collect()
}

#[cfg(test)]
mod tests;
