//! Java programs and JUnit tests as a front: what a program is to those who explore.

use crate::boot::Session;
use crate::discover::TestCase;
use crate::fingerprint::{fingerprint, sources};
use crate::program::{self, LaunchError, Setup};
use crate::{liberties, traces};
use ::front::{Claims, Front, Profile, Reduction, Subject, Tally, Wanted};
use classfile::Source;
use explore::reading::source;
use explore::{Accelerators, Explorer, Library, Naming};
use lts::{Finding, Spot};
use std::hash::Hasher;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use vm::{ClassId, Host, Liberties};

/// A Java program with all that is decided about it before it is opened.
pub struct JavaFront {
    pub setup: Setup,
    /// An empty folder for compiled sources.
    pub scratch: PathBuf,
    pub entry: EntryPoint,
    pub naming: Naming,
    /// What is used to be faster.
    pub accelerators: Accelerators,
    /// How much of what Java allows is explored.
    pub liberties: Liberties,
    /// How calls of the library's linearizable classes are explored.
    pub library: Library,
    /// Everything that a run can print is found.
    pub observes_output: bool,
    /// What stands around the part that is checked, for what a verdict rests on.
    pub environment: Vec<String>,
    /// What else is looked for.
    pub watched: Vec<String>,
    /// Makes what a program can reach of the outside.
    pub host: fn() -> Box<dyn Host>,
    /// The machine that this front and others of the same setup begin with, once one of them has booted it.
    pub booted: Option<Booted>,
}

/// A machine that is booted once for many fronts whose setups differ in nothing but the target. The scratch folder of
/// the one that boots it has to stay.
#[derive(Clone, Default)]
pub struct Booted(Arc<Mutex<Option<(Session, ClassId)>>>);

impl Booted {
    /// A machine of its own in the state of the one that was booted, which is done first if nobody has.
    fn begin(
        &self,
        host: Box<dyn Host>,
        boot: impl FnOnce() -> Result<(Session, ClassId), LaunchError>,
    ) -> Result<(Session, ClassId), LaunchError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (session, class) = match &mut *kept {
            Some(booted) => booted,
            nobody => nobody.insert(boot()?),
        };
        Ok((session.sibling(host)?, *class))
    }
}

/// Where it begins.
#[derive(Clone, Debug)]
pub enum EntryPoint {
    /// At the `main` of the setup's target, with these arguments.
    Main(Vec<String>),
    /// At one test.
    Test(TestCase),
}

impl Front for JavaFront {
    fn open(&self, _beginning: usize, wanted: &Wanted<'_>) -> Result<Subject, ::front::Problem> {
        let (session, class, arguments) = self.prepare()?;
        // Of a test, the class that runs it does not name the test's class.
        let named = match &self.entry {
            EntryPoint::Main(_) => Vec::new(),
            EntryPoint::Test(case) => vec![case.class.clone()],
        };
        let mut sources = sources(&session.machine, class, &named);
        let fingerprint = fingerprint(&session.machine, &sources);
        let mut jdk = base::FastHasher::default();
        jdk.write(session.machine.options.jdk_version.as_bytes());
        sources.push((format!("JDK {}", session.machine.options.jdk_version), jdk.finish()));
        let app = session.machine.program.sources.app.clone();
        let (outside, loadable) = (session.machine.host.clone(), session.machine.options.loadable.clone());
        let mut system = session.explore(class, &arguments)?;
        if wanted.branching {
            system.keep_branching();
        }
        let atoms = add_atoms(&mut system, class, wanted)?;
        self.set_up(&mut system, wanted);
        let profile = JavaProfile {
            sources,
            app,
            outside,
            loadable,
            tally: system.tally(),
            reduction: wanted.reduction,
            races: wanted.races,
            assertions: self.setup.assertions,
            liberties: self.liberties,
            processors: self.setup.processors,
            observes_output: self.observes_output,
            counts_garbage: self.naming.counts,
            environment: self.environment.clone(),
            watched: self.watched.clone(),
        };
        let profile = Box::new(profile);
        Ok(Subject { system: Box::new(system), fingerprint: Some(fingerprint), atoms, profile })
    }
}

impl JavaFront {
    /// The machine at the beginning of the program, and the program's arguments.
    fn prepare(&self) -> Result<(Session, ClassId, Vec<String>), LaunchError> {
        let boot = || match &self.entry {
            EntryPoint::Main(_) => program::prepare(self.setup.clone(), &self.scratch, (self.host)()),
            EntryPoint::Test(_) => {
                program::prepare_one_test(self.setup.clone(), &self.scratch, (self.host)())
            }
        };
        let (session, class) = match &self.booted {
            Some(booted) => booted.begin((self.host)(), boot)?,
            None => boot()?,
        };
        let arguments = match &self.entry {
            EntryPoint::Main(arguments) => arguments.clone(),
            EntryPoint::Test(case) => case.arguments(),
        };
        Ok((session, class, arguments))
    }

    /// Tells the machine what to look for, and how.
    fn set_up(&self, system: &mut Explorer, wanted: &Wanted<'_>) {
        system.reduce(match wanted.reduction {
            Reduction::Off => explore::Reduction::Off,
            Reduction::Local => explore::Reduction::Local,
            Reduction::Full => explore::Reduction::Full,
            Reduction::Order => explore::Reduction::Order,
        });
        system.accelerate(self.accelerators);
        system.allow(self.liberties);
        // Without reduction nothing is left out, and what temporal properties look at may be within a call.
        let is_whole = wanted.reduction == Reduction::Off || wanted.atoms.len() > wanted.onlookers;
        system.take_library(if is_whole { Library::Explore } else { self.library });
        system.name_states(self.naming);
        if wanted.races {
            system.find_races();
        }
        if self.observes_output {
            system.observe_output();
        }
    }
}

/// Resolves the atoms of temporal properties against the program.
fn add_atoms(
    system: &mut Explorer,
    main: ClassId,
    wanted: &Wanted<'_>,
) -> Result<Vec<u32>, ::front::Problem> {
    let atoms = wanted.atoms;
    let add = |(number, text): (usize, &&str)| {
        let added = match number + wanted.onlookers < atoms.len() {
            true => system.add_atom(text, main),
            false => system.add_onlooker(text, main),
        };
        added.map_err(|error| {
            let part = Some((error.start, error.end));
            ::front::Problem::Atom { number, part, what: error.what }
        })
    };
    atoms.iter().enumerate().map(add).collect()
}

/// What reports know of a Java program.
struct JavaProfile {
    sources: Vec<(String, u64)>,
    /// The class path.
    app: Arc<dyn Source>,
    /// The world, and the places of the class path in it.
    outside: vm::Outside,
    loadable: Vec<PathBuf>,
    tally: explore::Tally,
    reduction: Reduction,
    races: bool,
    assertions: bool,
    liberties: Liberties,
    processors: u32,
    observes_output: bool,
    counts_garbage: bool,
    environment: Vec<String>,
    watched: Vec<String>,
}

impl Profile for JavaProfile {
    fn claims(&self, is_complete: bool) -> Claims {
        let mut checked = vec!["deadlock", "uncaught exceptions"];
        let mut unchecked = vec![];
        checked.extend(self.assertions.then_some("assertions"));
        match self.races {
            true => checked.push("data races"),
            false => unchecked.push("races (--races)"),
        }
        checked.extend(self.watched.iter().map(String::as_str));
        let warning = (!self.assertions).then_some("assert statements were not executed (-da)");
        let owned = |words: Vec<&str>| words.into_iter().map(str::to_string).collect();
        Claims {
            checked: owned(checked),
            unchecked: owned(unchecked),
            rests_on: self.rests_on(is_complete),
            warnings: owned(warning.into_iter().collect()),
            movers: None,
        }
    }

    fn tally(&self) -> Tally {
        let (garbage, used) = (self.tally.garbage(), self.tally.used());
        Tally {
            accelerated: vec![
                ("foreseen", used.foreseen),
                ("renewed", used.renewed),
                ("guarded", used.guarded),
                ("deepened", used.deepened),
                ("library", self.tally.library_steps()),
                ("compiled", self.tally.compiled_operations()),
            ],
            is_stranded: self.tally.assumed.has(vm::Assumption::DaemonsAlone),
            waits_long: self.tally.assumed.has(vm::Assumption::LastResort),
            structures_by_depth: self.tally.structures_by_depth(),
            outputs: self.observes_output.then(|| self.tally.outputs()),
            garbage: self.counts_garbage.then_some((garbage.collected, garbage.kept)),
        }
    }

    fn sources(&self) -> Vec<(String, u64)> {
        self.sources.clone()
    }

    fn source(&self, name: &str) -> Option<u64> {
        source(&*self.app, name)
    }

    fn reread(&self, name: &str) -> Option<u64> {
        self.source(name).or_else(|| self.outside.answer_now(name))
    }

    fn read_so_far(&self) -> Vec<(String, u64)> {
        // Of the class path it counts what files hold, and not where they lie: that may be another place each time.
        let files = self.app.asked().into_iter().map(|path| format!("/{path}"));
        let mut read: Vec<(String, u64)> =
            files.filter_map(|name| source(&*self.app, &name).map(|sum| (name, sum))).collect();
        read.extend(self.outside.answers(&|path| !self.loadable.iter().any(|place| path.starts_with(place))));
        read
    }

    fn is_whole(&self) -> bool {
        !self.tally.is_used()
    }

    fn news(&self, details: Vec<String>) -> Vec<String> {
        traces::without_runner(details)
    }

    fn place(&self, line: &str) -> Option<Spot> {
        traces::spot(line)
    }

    fn deed(&self, finding: &Finding) -> Option<(String, Option<Spot>)> {
        traces::thrown(finding)
    }
}

impl JavaProfile {
    fn rests_on(&self, is_complete: bool) -> Vec<String> {
        let is_weak = self.tally.assumed.has(vm::Assumption::WeakModes);
        let memory = match (self.races && is_complete, is_weak) {
            (true, false) => FREE_OF_RACES,
            (true, true) => {
                "sequentially consistent memory: there are weaker accesses than volatile ones, and behind them \
                    there may be data races"
            }
            (false, _) => "sequentially consistent memory",
        };
        let reduction = match self.reduction {
            Reduction::Off => "no reduction",
            Reduction::Local => "reduction local: only accesses that other threads can see are interleaved",
            Reduction::Full => "reduction full: accesses guarded by locks are not interleaved either",
            Reduction::Order => "reduction order: steps that commute are taken in one order",
        };
        let mut list =
            vec![memory.to_string(), "the JDK's usual classes initialized before main".to_string()];
        list.extend(liberties::rests_on(self.liberties, self.processors, &self.tally.assumed));
        list.push(reduction.to_string());
        list.extend(self.environment.iter().cloned());
        list
    }
}

const FREE_OF_RACES: &str = "free of data races, so sequentially consistent schedules are all there are";

impl From<LaunchError> for ::front::Problem {
    fn from(problem: LaunchError) -> ::front::Problem {
        let text = problem.to_string();
        match problem {
            LaunchError::Invalid(_) | LaunchError::Main(_) => ::front::Problem::Input(text),
            LaunchError::Unsupported { what, at, stack } => ::front::Problem::Unsupported { what, at, stack },
            LaunchError::Boot(_) => ::front::Problem::Fault(text),
            LaunchError::Memory(..) => ::front::Problem::Resource(text),
        }
    }
}
