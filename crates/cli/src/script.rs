//! Scripts: how a search is recorded, and the commands that look at what was.

mod parts;

use crate::check::Exploring;
use crate::flags::{Check, Machine, Program};
use crate::liberties::{self, Allowing};
use crate::naming::Same;
use crate::placing::place;
use crate::{run, screen};
use ::script::{Begin, Header, Meeting, Packing, Recorder, Script, ScriptKind, write};
use clap::{Args, Subcommand, ValueEnum};
use front::{Profile, Reduction};
use lts::{Store, System};
use search::{Acquaintance, Progress, SearchResult, Terms};
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct ScriptFlags {
    #[command(subcommand)]
    pub command: ScriptCommand,
}

#[derive(Subcommand)]
pub enum ScriptCommand {
    /// Print what a script holds, and its sizes
    Show(Show),
    /// Make a script small that was written with --loose
    Pack(Pack),
    /// Keep only the moves that led to new states, for `jaywalk certify --trust`
    Trim(Trim),
    /// Take a script apart, for several machines
    Split(Split),
    /// Compare the maps of all parts, for the one verdict
    Join(Join),
}

#[derive(Args)]
pub struct Pack {
    /// The script of a whole search
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Where the small script goes
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct Trim {
    /// The script of a whole search
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Where the small script goes
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct Split {
    /// A script, whole or trimmed
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// How many parts
    #[arg(short = 'k', long = "parts", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub parts: u32,

    /// Where they go: OUT.1, OUT.2, ... [default: the script's own name]; with --dry-run nowhere
    #[arg(long, value_name = "OUT")]
    pub out: Option<PathBuf>,

    /// Only tell how large the parts would be
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Args)]
pub struct Join {
    /// What `jaywalk certify --map` wrote, for every part
    #[arg(value_name = "MAPS", required = true)]
    pub maps: Vec<PathBuf>,
}

#[derive(Args)]
pub struct Show {
    /// A script, or a part of one
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Go through all moves as well
    #[arg(long)]
    pub moves: bool,
}

pub fn script(asked: ScriptFlags) -> ExitCode {
    let done = match asked.command {
        ScriptCommand::Show(asked) => show(&asked),
        ScriptCommand::Pack(asked) => parts::pack(&asked),
        ScriptCommand::Trim(asked) => parts::trim(&asked),
        ScriptCommand::Split(asked) => parts::split(&asked),
        ScriptCommand::Join(asked) => match parts::join(&asked) {
            Ok(code) => return code,
            Err(what) => Err(what),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => run::complain(&what, run::BAD_INPUT),
    }
}

/// Opens a script, and tells its name with what is wrong.
///
/// # Errors
/// In words.
pub fn open(file: &Path) -> Result<Script<BufReader<File>>, String> {
    let named = |what: &dyn std::fmt::Display| format!("{}: {what}", file.display());
    let input = File::open(file).map_err(|error| named(&format!("cannot be read: {error}")))?;
    Script::open(BufReader::new(input)).map_err(|broken| named(&broken))
}

fn show(asked: &Show) -> Result<(), String> {
    let script = open(&asked.file)?;
    let Header { kind, takes_all, states, transitions, terms, words, sources, meetings, .. } = &script.header;
    let loose = if script.header.is_loose { ", not packed yet" } else { "" };
    let mut lines = vec![format!("{}: {}{loose}", asked.file.display(), kind_of(kind))];
    lines.push(format!("  program      {}", words.join(" ")));
    lines.push(format!("  states       {states}"));
    lines.push(format!(
        "  transitions  {transitions}{}",
        if *takes_all { "" } else { ", of those that do not commute" }
    ));
    let sizes = script.sizes;
    let each = 8.0 * sizes.moves as f64 / (*transitions).max(1) as f64;
    lines.push(format!("  moves        {} bytes, {each:.3} bits a transition", sizes.moves));
    let entries = script.subgraphs.list.len();
    lines.push(format!("  subgraphs    {} bytes, {entries} entries", sizes.subgraphs));
    lines.push(format!(
        "  description  {} bytes, {} paths on which names were given",
        sizes.header,
        meetings.len()
    ));
    lines.push(format!(
        "  file         {} bytes, {:.3} bytes a transition",
        sizes.file,
        sizes.file as f64 / (*transitions).max(1) as f64
    ));
    lines.push(format!("  sum          {:032x}", script.sum));
    lines.push("  made for".to_string());
    lines.extend(sources.iter().map(|(name, sum)| format!("    {name} {sum:016x}")));
    lines.push("  with".to_string());
    lines.extend(terms.iter().map(|(name, value)| format!("    {name}: {value}")));
    screen::print(&(lines.join("\n") + "\n"));
    if asked.moves {
        let named = |broken: ::script::Broken| format!("{}: {broken}", asked.file.display());
        crate::script::each_move(script.moves().map_err(named)?).map_err(named)?;
    }
    Ok(())
}

/// Prints every move.
fn each_move(mut source: impl ::script::MoveSource) -> Result<(), ::script::Broken> {
    use ::script::{ScriptEvent, To};
    let mut lists = vec![source.first()?];
    let mut next = 1u64;
    while let Some(event) = source.next()? {
        let line = match event {
            ScriptEvent::Back => {
                lists.pop();
                "back".to_string()
            }
            ScriptEvent::Move { index, to } => {
                let list = lists.last().copied().unwrap_or_default();
                let by = source.list(list).get(index as usize).map_or(String::new(), |choice| {
                    format!(
                        "{}{}",
                        choice.actor,
                        if choice.value == 0 { String::new() } else { format!(".{}", choice.value) }
                    )
                });
                let to = match to {
                    To::New(list) => {
                        if !source.list(list).is_empty() {
                            lists.push(list);
                        }
                        next += 1;
                        format!("new {}", next - 1)
                    }
                    To::Seen(state) => format!("seen {state}"),
                    To::Pruned => "pruned".to_string(),
                    To::Violated => "violated".to_string(),
                    To::Other(state) => format!("other {state}"),
                    To::Region(states) => format!("region of {states} states"),
                };
                format!("{by} {to}")
            }
        };
        screen::print(&format!("{line}\n"));
    }
    Ok(())
}

fn kind_of(kind: &ScriptKind) -> String {
    match kind {
        ScriptKind::Whole => "the script of a whole search".to_string(),
        ScriptKind::Trimmed => {
            "the moves of a search that led to new states, for certify --trust".to_string()
        }
        ScriptKind::Part(part) => {
            let trimmed = if part.is_trimmed { " trimmed" } else { "" };
            format!("part {}/{} of{trimmed} script {:032x}", part.index + 1, part.count, part.of)
        }
    }
}

/// A search that is to be written down.
pub struct ScriptRecording<'a> {
    pub check: &'a Check,
    pub name: &'a str,
    pub terms: Terms,
    pub profile: &'a dyn Profile,
}

impl Exploring for ScriptRecording<'_> {
    /// Searches everything. A search that is not complete makes no script, and says so.
    fn explore(
        &mut self,
        system: &mut dyn System,
        store: &mut Box<dyn Store>,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<SearchResult, String> {
        let Some(file) = &self.check.script else { return Err("no script was asked for".to_string()) };
        let mut beside = file.as_os_str().to_owned();
        beside.push(".moves");
        let beside = Beside(PathBuf::from(beside));
        let moves = beside.0.clone();
        File::create(&moves).map_err(|error| format!("{}: cannot be written: {error}", file.display()))?;
        let begin: Begin = Box::new(move || {
            File::create(&moves).map(|file| Box::new(BufWriter::new(file)) as Box<dyn std::io::Write + Send>)
        });
        let takes_all = self.check.reduction() != Reduction::Order;
        let inner = std::mem::replace(store, Box::new(store::Exact::default()));
        let packing = if self.check.loose { Packing::Later } else { Packing::Now };
        let mut recorder = Recorder::new(inner, takes_all, packing, begin);
        let limits = self.check.searching.limits();
        let (ended, acquaintance) = search::recorded(system, &mut recorder, &limits, watch);
        let recorded = recorder.finish();
        let kept =
            match (ended.is_complete() && (ended.found.is_empty() || limits.all), self.profile.is_whole()) {
                (true, true) => recorded.and_then(|recorded| {
                    let met = system.gauges().map_or_else(Vec::new, |gauges| gauges.met());
                    let header = self.header(takes_all, &recorded, acquaintance, &met);
                    let mut moves = File::open(&beside.0)?;
                    // Under its own name there is only ever a whole script.
                    let part = Beside(beside.0.with_extension("part"));
                    let mut out = BufWriter::new(File::create(&part.0)?);
                    write(&mut out, &header, &recorded.subgraphs, &mut moves)?;
                    out.into_inner()?.sync_all()?;
                    place(&part.0, file)
                }),
                (true, false) => {
                    Err(std::io::Error::other("the program keeps things across paths with Verify"))
                }
                (false, _) if !ended.found.is_empty() => {
                    Err(std::io::Error::other("the search ends at a violation; --all goes on behind it"))
                }
                (false, _) => Err(std::io::Error::other("the search is not complete")),
            };
        if let Err(error) = kept {
            screen::complain(&format!("jaywalk: {}: no script: {error}", file.display()));
        }
        *store = Box::new(recorder);
        Ok(ended)
    }
}

impl ScriptRecording<'_> {
    fn header(
        &self,
        takes_all: bool,
        recorded: &::script::Recorded,
        known: Acquaintance,
        met: &[String],
    ) -> Header {
        // What the program names is known beforehand; what it finds by reflection only its runs show.
        let mut sources = self.profile.sources();
        let unnamed = met.iter().filter(|name| !sources.iter().any(|(other, _)| other == *name));
        let unnamed: Vec<(String, u64)> =
            unnamed.filter_map(|name| Some((name.clone(), self.profile.source(name)?))).collect();
        sources.extend(unnamed);
        let lessons = |lessons: Vec<(usize, Vec<u32>)>| {
            lessons.into_iter().map(|(from, words)| (from as u64, words)).collect()
        };
        let meetings = known.growth.into_iter();
        Header {
            kind: ScriptKind::Whole,
            takes_all,
            is_loose: self.check.loose,
            states: recorded.states,
            transitions: recorded.transitions,
            terms: self.terms.clone(),
            words: words(self.check, self.name),
            sources,
            meetings: Meeting::in_turn(meetings.map(|growth| (lessons(growth.lessons), growth.path))),
            extent: known.extent,
            learnt: known.learnt,
        }
    }
}

/// A file that is there only while something is written.
struct Beside(PathBuf);

impl Drop for Beside {
    fn drop(&mut self) {
        // Nothing is lost if it stays.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What was searched, and how, as words of a command line: all that decides which states there are. Every flag is
/// named here or in [`crate::keeping::terms`], so that a new one has to be thought of.
pub fn words(check: &Check, name: &str) -> Vec<String> {
    let Program { machine, main: _, args } = &check.program;
    let Machine { class_path, processors, properties, heap, .. } = machine;
    let Same { symmetry, thread_symmetry, gc } = &check.same;
    let Allowing { timeouts: _, spurious_wakeups, weak_cas, random, handled_exceptions, strict } =
        &check.allowing;
    let named = |value: String| vec![value];
    let mut words: Vec<String> = Vec::new();
    let mut add =
        |flag: &str, value: Vec<String>| words.extend(std::iter::once(flag.to_string()).chain(value));
    add("--reduce", named(check.reduction().name().to_string()));
    add("--library", named(possible(&check.library)));
    add("--base-from", named(check.accelerators().base.to_string()));
    add("--timeouts", named(liberties::timeouts(check.allowing.timeouts)));
    add("--random", named(possible(random)));
    add("--handled-exceptions", named(possible(handled_exceptions)));
    add("--symmetry", named(possible(symmetry)));
    add("--heap", named(heap.to_string()));
    add("--processors", named(processors.to_string()));
    let flags = [
        ("--strict", *strict),
        ("--spurious-wakeups", *spurious_wakeups),
        ("--weak-cas", *weak_cas),
        ("--thread-symmetry", *thread_symmetry),
        ("--races", check.races),
        ("--outputs", check.outputs),
        ("--all", check.searching.all),
        ("--disable-assertions", !run::assertions(machine, true)),
    ];
    flags.iter().filter(|(_, is_set)| *is_set).for_each(|(flag, _)| add(flag, Vec::new()));
    for text in &check.temporal.invariant {
        add("--invariant", named(text.clone()));
    }
    if let Some(gc) = gc {
        add("--gc", named(possible(gc)));
    }
    for (key, value) in properties {
        add("-D", named(format!("{key}={value}")));
    }
    let is_test = name.contains('#');
    // The places of tests are no part of the class path that was given, but are needed.
    let places =
        std::iter::once(&check.program.main).chain(args).filter(|word| is_test && Path::new(word).exists());
    let given = class_path.as_ref().map(|path| path.to_string_lossy().into_owned());
    let class_path: Vec<String> = places.cloned().chain(given).collect();
    if !class_path.is_empty() {
        add("--class-path", named(class_path.join(":")));
    }
    words.push(name.to_string());
    words.extend(args.iter().filter(|_| !is_test).cloned());
    words
}

fn possible(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_string())
}
