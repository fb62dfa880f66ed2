//! Checkpoints: flags, the file, and taking up a search from it.
//!
//! The file has a line that says what it is, the search's own part with its length, the store, and a sum of
//! all bytes before it. It is written beside the old one and then takes its place, so that there is a whole
//! one at any moment. The search's part begins with the terms of the search, and a search with other ones is
//! refused.

use crate::flags::{Check, Machine, Program};
use crate::liberties;
use crate::naming::Same;
use crate::searching::Searching;
use crate::stores::Storing;
use clap::{Args, ValueEnum};
use lts::{Store, System};
use search::{Checkpoint, Keep, Kept, Limits, Progress, SearchResult, Terms, keeping, resume};
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::{Exact, Spill};
use temporal::Beginning;
use xxhash_rust::xxh3::Xxh3;

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
        Ok(search(Beginning { kept: Kept { keeper, from }, store }))
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

/// The first line, with the number of the format.
const MAGIC: &[u8] = b"jaywalk checkpoint 3\n";
/// Of the sum at the end.
const SUM_BYTES: u64 = 16;

/// Passes on what is written, and sums it up.
struct Summed<W> {
    to: W,
    sum: Xxh3,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.to.flush()
    }
}

fn write(file: &Path, terms: &Terms, checkpoint: &Checkpoint, store: &dyn Store) -> std::io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".part");
    let mut out = Summed { to: BufWriter::new(File::create(&beside)?), sum: Xxh3::new() };
    out.write_all(MAGIC)?;
    let bytes = checkpoint.to_bytes(terms);
    out.write_all(&(bytes.len() as u64).to_le_bytes())?;
    out.write_all(&bytes)?;
    store.write(&mut out)?;
    let sum = out.sum.digest128();
    out.to.write_all(&sum.to_le_bytes())?;
    out.to.into_inner()?.sync_all()?;
    std::fs::rename(&beside, file)
}

/// The file is as it was written, to the last byte. Nothing in it is believed before.
fn is_whole(input: &mut (impl Read + Seek)) -> std::io::Result<bool> {
    let length = input.seek(SeekFrom::End(0))?;
    let Some(summed) = length.checked_sub(SUM_BYTES) else { return Ok(false) };
    input.rewind()?;
    let (mut sum, mut buffer) = (Xxh3::new(), vec![0; 1 << 16]);
    let mut body = Read::take(&mut *input, summed);
    loop {
        match body.read(&mut buffer)? {
            0 => break,
            count => sum.update(&buffer[..count]),
        }
    }
    let mut last = [0; SUM_BYTES as usize];
    input.read_exact(&mut last)?;
    input.rewind()?;
    Ok(u128::from_le_bytes(last) == sum.digest128())
}

/// Those of some terms that say what was read.
fn of_reading(terms: &Terms) -> Terms {
    terms.iter().filter(|(name, _)| name.starts_with(READ)).cloned().collect()
}

fn read(file: &Path, terms: &Terms, reading: &Reading<'_>, spill: Option<Spill>) -> Result<InFile, String> {
    let unreadable = |error| format!("cannot be read: {error}");
    let mut input = BufReader::new(File::open(file).map_err(unreadable)?);
    let mut magic = [0; MAGIC.len()];
    if input.read_exact(&mut magic).is_err() || magic != *MAGIC {
        return Err("is no checkpoint of this version of jaywalk".to_string());
    }
    if !is_whole(&mut input).map_err(unreadable)? {
        return Err("is damaged: its bytes are not those that were written".to_string());
    }
    input.seek(SeekFrom::Start(MAGIC.len() as u64)).map_err(unreadable)?;
    let mut length = [0; 8];
    input.read_exact(&mut length).map_err(unreadable)?;
    let mut bytes = Vec::new();
    Read::take(&mut input, u64::from_le_bytes(length)).read_to_end(&mut bytes).map_err(unreadable)?;
    let (kept, checkpoint) =
        Checkpoint::from_bytes(&bytes).ok_or_else(|| "is damaged, or no checkpoint".to_string())?;
    let here = [terms.clone(), reading.again(&of_reading(&kept))].concat();
    if let Some(differences) = differences(&kept, &here) {
        return Err(format!("is for another search{differences}"));
    }
    let states = Exact::read(&mut input, spill).map_err(|error| format!("is damaged: {error}"))?;
    Ok((kept, checkpoint, states))
}

/// What is not the same there and here, a line each.
pub fn differences(there: &Terms, here: &Terms) -> Option<String> {
    let value = |terms: &Terms, name: &str| {
        let said = terms.iter().find(|(other, value)| other == name && !value.is_empty());
        said.map_or("-".to_string(), |(_, value)| value.clone())
    };
    let mut names: Vec<&str> = there.iter().chain(here).map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let line = |name: &str| {
        let (kept, asked) = (value(there, name), value(here, name));
        (kept != asked).then(|| format!("\n  {name}: there {kept}, here {asked}"))
    };
    let lines: String = names.into_iter().filter_map(line).collect();
    (!lines.is_empty()).then_some(lines)
}

/// What must be the same for a checkpoint to be of use: everything on which it depends what states there are,
/// what they are called, and what counts as a finding. Every flag is named here, so that a new one has
/// to be thought of.
pub fn terms(check: &Check, name: &str, fingerprint: u32) -> Terms {
    let Check {
        program,
        // It is the program.
        env: _,
        reduce: _,
        library,
        // Guards are in the reduction; of the others only the base changes names of states.
        without: _,
        base_from: _,
        searching,
        // Any number of processes can take up what others have kept.
        distributing: _,
        storing,
        same,
        temporal,
        // Symbolic models have no checkpoints.
        symbolic: _,
        allowing,
        keeping: _,
        races,
        outputs,
        script: _,
        loose: _,
        reports: _,
        telling: _,
    } = check;
    let Program { machine, main: _, args } = program;
    // Limits may be others: what they cut is kept, and what they stopped goes on.
    let Searching {
        search: _, // Depth-first alone has checkpoints, by one worker; so these do not matter either.
        heuristic: _,
        prefer: _,
        walks: _,
        walk_after: _,
        seed: _,
        pct_depth: _,
        workers: _,
        all,
        minimize: _,
        max_states: _,
        max_depth: _,
        max_preemptions: _,
        max_seconds: _,
        memory: _,
    } = searching;
    // One store has checkpoints, and where it puts states means nothing.
    let Storing { store: _, compress: _, bitstate_size: _, spill: _ } = storing;
    let Same { symmetry, thread_symmetry, gc } = same;
    let list = [
        ("jaywalk", env!("CARGO_PKG_VERSION").to_string()),
        ("build", build()),
        ("program", name.to_string()),
        ("arguments", format!("{args:?}")),
        ("classes", format!("{fingerprint:08x}")),
        ("--reduce", check.reduction().name().to_string()),
        ("--library", named(library)),
        ("--base-from", check.accelerators().base.to_string()),
        ("--races", on(*races)),
        ("--outputs", on(*outputs)),
        ("--all", on(*all)),
        ("--symmetry", named(symmetry)),
        ("--thread-symmetry", on(*thread_symmetry)),
        ("--gc", gc.as_ref().map_or("-".to_string(), named)),
        ("temporal properties", format!("{:?}", temporal.words())),
        ("automata", temporal.never.iter().map(|file| sum_of(Path::new(file))).collect::<Vec<_>>().join(" ")),
    ];
    let list = list.into_iter().chain(of_liberties(&allowing.liberties())).chain(of_machine(machine));
    list.map(|(name, value)| (name.to_string(), value)).collect()
}

/// How much of what Java allows is explored.
fn of_liberties(allowed: &java::Liberties) -> [(&'static str, String); 5] {
    [
        ("--timeouts", liberties::timeouts(allowed.patience_ns)),
        ("--spurious-wakeups", on(allowed.spurious_wakeups)),
        ("--weak-cas", on(allowed.weak_cas)),
        ("--random", if allowed.random { "explore" } else { "fixed" }.to_string()),
        ("--handled-exceptions", if allowed.handled { "pass" } else { "fail" }.to_string()),
    ]
}

fn on(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_string()
}

/// What of that the machine has been told. The JDK's version is in the program's fingerprint, and so are the classes
/// that it names.
fn of_machine(machine: &Machine) -> [(&'static str, String); 8] {
    let Machine {
        class_path,
        jdk: _,
        enable_assertions,
        disable_assertions,
        heap,
        processors,
        properties,
        allow_read,
        allow_write,
        stub: _,
        stub_precision: _,
        assumption: _,
        // What comes out is the same.
        mixed: _,
    } = machine;
    [
        ("--class-path", format!("{:?}", class_path.as_deref().unwrap_or_default())),
        ("assertions", if *enable_assertions || !disable_assertions { "on" } else { "off" }.to_string()),
        ("--heap", heap.to_string()),
        ("--processors", processors.to_string()),
        ("-D", properties.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")),
        ("--allow-read", format!("{allow_read:?}")),
        ("--allow-write", allow_write.as_ref().map_or("none".to_string(), named)),
        ("--stub and --assumption", machine.environment_words().join(" ")),
    ]
}

fn named(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_string())
}

/// Which build of jaywalk this is: natives, reduction and names of states may differ from one to the next.
fn build() -> String {
    env!("JAYWALK_BUILD").to_string()
}

/// Of all bytes of a file.
fn sum_of(file: &Path) -> String {
    std::fs::read(file)
        .map_or("unknown".to_string(), |bytes| format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes)))
}

#[cfg(test)]
mod tests;
