//! Checkpoints: flags, the file, and taking up a search from it.
//!
//! The file has a line that says what it is for, the search's own part with its length, and the store. It is
//! written beside the old one and then takes its place, so that there is a whole one at any moment.

use clap::Args;
use lts::{Store, System};
use search::{Checkpoint, Ended, Keep, Limits, Progress, keeping, resume};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::{Exact, Spill};

#[derive(Args)]
pub struct Keeping {
    /// Write the search to this file now and then, so that it can be taken up again
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = crate::searching::seconds)]
    pub checkpoint_every: f64,

    /// Take up the search that this file holds, with the same program and options
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// What a search with checkpoints has to know of what it is for.
pub struct Terms<'a> {
    /// What must be the same for a checkpoint to be of use.
    pub purpose: &'a str,
    pub limits: &'a Limits,
    /// Where the states of a checkpoint may go that are too many for memory.
    pub spill: &'a dyn Fn() -> Result<Option<Spill>, String>,
    /// States and stack are all that the search depends on.
    pub is_whole: &'a dyn Fn() -> bool,
}

impl Keeping {
    pub fn is_wanted(&self) -> bool {
        self.checkpoint.is_some() || self.resume.is_some()
    }

    /// Searches with checkpoints, or from one.
    ///
    /// # Errors
    /// What is wrong with the file to resume from, or the folder for states on disk.
    pub fn explore(
        &self,
        terms: &Terms<'_>,
        system: &mut dyn System,
        store: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<Ended, String> {
        let Terms { purpose, limits, spill, is_whole } = *terms;
        let mut writer = self.checkpoint.as_ref().map(|file| Writer {
            file,
            purpose,
            every: Duration::from_secs_f64(self.checkpoint_every),
            last: Instant::now(),
            is_whole,
            has_complained: false,
        });
        let keeper = writer.as_mut().map(|writer| writer as &mut dyn Keep);
        let Some(file) = &self.resume else {
            return Ok(keeping(system, &mut **store, limits, keeper, watch));
        };
        let (checkpoint, states) =
            read(file, purpose, spill()?).map_err(|error| format!("{}: {error}", file.display()))?;
        *store = Box::new(states);
        resume(system, &mut **store, checkpoint, limits, keeper, watch)
            .ok_or_else(|| format!("{}: is for another version of the program", file.display()))
    }
}

struct Writer<'a> {
    file: &'a Path,
    purpose: &'a str,
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
            true => write(self.file, self.purpose, checkpoint, store).map_err(|error| error.to_string()),
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

fn write(file: &Path, purpose: &str, checkpoint: &Checkpoint, store: &dyn Store) -> std::io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".part");
    let mut out = BufWriter::new(File::create(&beside)?);
    writeln!(out, "{purpose}")?;
    let bytes = checkpoint.to_bytes();
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(&bytes)?;
    store.write(&mut out)?;
    out.into_inner()?.sync_all()?;
    std::fs::rename(&beside, file)
}

fn read(file: &Path, purpose: &str, spill: Option<Spill>) -> Result<(Checkpoint, Exact), String> {
    let open = File::open(file).map_err(|error| format!("cannot be read: {error}"))?;
    let mut input = BufReader::new(open);
    let damaged = |_| "is damaged, or no checkpoint".to_string();
    let mut line = Vec::new();
    // No purpose is that long: a file without lines is something else.
    const LONGEST: u64 = 1 << 16;
    let mut head = Read::take(&mut input, LONGEST);
    std::io::BufRead::read_until(&mut head, b'\n', &mut line).map_err(damaged)?;
    let line = String::from_utf8_lossy(&line);
    if line.trim_end() != purpose {
        return Err(format!("is for another search\n  there: {}\n  here:  {purpose}", line.trim_end()));
    }
    let mut length = [0; 8];
    input.read_exact(&mut length).map_err(damaged)?;
    let mut bytes = Vec::new();
    Read::take(&mut input, u64::from_le_bytes(length)).read_to_end(&mut bytes).map_err(damaged)?;
    let checkpoint =
        Checkpoint::from_bytes(&bytes).ok_or_else(|| "is damaged, or no checkpoint".to_string())?;
    let states = Exact::read(&mut input, spill).map_err(|error| format!("is damaged: {error}"))?;
    Ok((checkpoint, states))
}
