//! The program of all clients, compiled once, and one client of it explored with calls apart and as wholes.

use super::Linearize;
use crate::fronts;
use crate::progress::ProgressLine;
use crate::scratch::make_folder;
use front::{Front, Problem, Subject, Wanted};
use java::{Booted, EntryPoint, JavaFront, LaunchTarget, Library, Setup};
use linearize::{Client, History, Interleaving, Plan, Unexplained};
use lts::Finding;
use search::{Limits, Order, SearchResult, best_first, depth_first};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use store::Exact;

/// The program of all clients.
pub struct Compiled {
    setup: Setup,
    /// Where its classes are.
    folder: PathBuf,
    /// Its main class.
    pub name: String,
    /// All clients begin with the same machine.
    booted: Booted,
}

/// What a client came to.
#[derive(Default)]
pub struct Judged {
    pub wrong: Vec<Unexplained>,
    /// A violation that ended a run: a circle of monitors.
    pub finding: Option<Finding>,
    pub histories: u64,
    pub states: u64,
    pub transitions: u64,
    /// Why a search did not see everything.
    pub cuts: Vec<String>,
    /// It came to as many states as it may have for now, and to nothing wrong.
    pub is_put_off: bool,
    pub rests_on: Vec<String>,
}

impl Judged {
    pub fn is_bad(&self) -> bool {
        !self.wrong.is_empty() || self.finding.is_some()
    }
}

impl Compiled {
    /// Writes and compiles the program, in a folder to keep or a temporary one.
    pub fn new(
        mut setup: Setup,
        plan: &Plan,
        keep: Option<&Path>,
        scratch: &Path,
    ) -> Result<Compiled, Problem> {
        let folder = keep.map_or_else(|| scratch.join("client"), Path::to_path_buf);
        make_folder(&folder)?;
        let file = folder.join(format!("{}.java", linearize::NAME));
        std::fs::write(&file, linearize::source(plan))
            .map_err(|error| Problem::Input(format!("{}: cannot be written: {error}", file.display())))?;
        let name = java::compile_with_api(&setup, &file, &folder, &[])?;
        setup.class_path.insert(0, folder.clone());
        Ok(Compiled { setup, folder, name, booted: Booted::default() })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Explores a client both ways, and compares what it can come to. `for_now` it may have so many states.
    pub fn judge(
        &self,
        asked: &Linearize,
        client: &Client,
        title: &str,
        until: Option<Instant>,
        for_now: Option<u64>,
    ) -> Result<Judged, Problem> {
        let mut judged = Judged::default();
        let for_now = for_now.filter(|&most| asked.max_states.is_none_or(|wanted| most < wanted));
        let limits = Limits { states: for_now.or(asked.max_states), ..limits(asked, until) };
        let whole = self.explore(asked, client, (Interleaving::Whole, title), &limits, &mut judged)?;
        // Orders that were not seen could explain anything.
        if !judged.cuts.is_empty() {
            judged.is_put_off = for_now.is_some_and(|most| judged.states >= most);
            judged.cuts.iter_mut().for_each(|cut| *cut = format!("whole calls: {cut}"));
            return Ok(judged);
        }
        judged.finding = None;
        let states = judged.states;
        let apart = self.explore(asked, client, (Interleaving::Apart, title), &limits, &mut judged)?;
        judged.wrong = linearize::unexplained(&apart, &whole);
        judged.is_put_off = !judged.is_bad() && for_now.is_some_and(|most| judged.states - states >= most);
        judged.histories = (apart.len() - judged.wrong.len()) as u64;
        Ok(judged)
    }

    /// All histories of a client. Figures, cuts and findings are added to what is judged.
    fn explore(
        &self,
        asked: &Linearize,
        client: &Client,
        (way, title): (Interleaving, &str),
        limits: &Limits,
        judged: &mut Judged,
    ) -> Result<Vec<History>, Problem> {
        let arguments = vec![way.argument().to_string(), client.argument()];
        let wanted =
            Wanted { reduction: asked.reduction(), races: false, atoms: &[], onlookers: 0, branching: false };
        let mut subject = self.front(asked, arguments).open(0, &wanted)?;
        // Whole calls are few, and all their orders are wanted.
        let preemptions = limits.preemptions.filter(|_| way == Interleaving::Apart);
        let limits = Limits { preemptions, ..limits.clone() };
        let mut line = ProgressLine::new(limits.clone()).titled(title);
        let SearchResult { statistics, found, gaps, cut, .. } = search(&mut subject, &limits, &mut line);
        line.clear();
        judged.states += statistics.states;
        judged.transitions += statistics.transitions;
        judged.cuts.extend(gaps.iter().map(|gap| format!("{}: {}", gap.cause.name(), gap.what)));
        judged.cuts.extend(cut.iter().map(|why| why.name().to_string()));
        judged.finding = found.into_iter().next().map(|found| found.finding);
        judged.rests_on = subject.profile.claims(true).rests_on;
        let lines = subject.profile.tally().outputs.unwrap_or_default();
        let read = |line: &String| {
            let fault = || Problem::Fault(format!("a client says what is no history: {line}"));
            History::read(line).ok_or_else(fault)
        };
        lines.iter().map(read).collect()
    }

    fn front(&self, asked: &Linearize, arguments: Vec<String>) -> JavaFront {
        let target = LaunchTarget::Class(self.name.clone());
        let front =
            fronts::of_java(&asked.machine, target.clone(), EntryPoint::Main(arguments), &self.folder);
        JavaFront {
            environment: Vec::new(),
            watched: Vec::new(),
            setup: Setup { target, ..self.setup.clone() },
            library: Library::Explore,
            observes_output: true,
            booted: Some(self.booted.clone()),
            ..front
        }
    }

    /// The command that looks for the history again, and ends where it is reached.
    pub fn check_words(
        &self,
        asked: &Linearize,
        client: &Client,
        judged: &Judged,
    ) -> Vec<std::ffi::OsString> {
        let machine = &asked.machine;
        let mut words: Vec<std::ffi::OsString> =
            ["jaywalk", "check", "--library", "explore", "--minimize"].map(Into::into).to_vec();
        words.push(asked.minimize.to_string().into());
        words.push("--heap".into());
        words.push(machine.heap.to_string().into());
        words.extend(["--processors".into(), machine.processors.to_string().into()]);
        for (flag, value) in [("--max-states", asked.max_states), ("--memory", asked.memory)] {
            words.extend(value.into_iter().flat_map(|value| [flag.into(), value.to_string().into()]));
        }
        if let Some(most) = asked.max_preemptions {
            words.extend(["--search", "preemptions", "--max-preemptions"].map(Into::into));
            words.push(most.to_string().into());
        }
        if let Some(jdk) = &machine.jdk {
            words.extend(["--jdk".into(), jdk.into()]);
        }
        words.extend(
            machine.properties.iter().flat_map(|(key, value)| ["-D".into(), format!("{key}={value}").into()]),
        );
        words.extend(machine.allow_read.iter().flat_map(|folder| ["--allow-read".into(), folder.into()]));
        if machine.allow_write.is_some() {
            words.extend(["--allow-write", "memory"].map(Into::into));
        }
        let class_path = std::env::join_paths(&self.setup.class_path).unwrap_or_default();
        words.extend(["--class-path".into(), class_path]);
        words.extend(
            [self.name.clone(), Interleaving::Apart.argument().to_string(), client.argument()]
                .map(Into::into),
        );
        words.extend(judged.wrong.first().map(|wrong| wrong.history.line.clone().into()));
        words
    }
}

fn limits(asked: &Linearize, until: Option<Instant>) -> Limits {
    /// A search that is over before it begins still has to say so.
    const LEAST: Duration = Duration::from_millis(1);
    let left = |until: Instant| until.saturating_duration_since(Instant::now()).max(LEAST);
    Limits {
        states: asked.max_states,
        depth: None,
        time: until.map(left),
        store_bytes: asked.memory.map(|mib| mib << 20),
        preemptions: asked.max_preemptions,
        // A violation ends a run, and others go on.
        all: true,
    }
}

fn search(subject: &mut Subject, limits: &Limits, line: &mut ProgressLine) -> SearchResult {
    let (system, mut store) = (&mut *subject.system, Exact::default());
    let watch = &mut |progress: &search::Progress| line.show(progress);
    match limits.preemptions {
        None => depth_first(system, &mut store, limits, watch),
        Some(_) => best_first(system, &mut store, &Order::Preemptions, limits, watch),
    }
}
