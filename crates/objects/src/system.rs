//! [`lts::System`] over structures: a choice is a call, a step is the whole call, a state is what can be reached
//! from the objects.
//!
//! Coming back to a structure is making it again out of its form, or making its calls once more
//! ([`Back::Redo`]); within one structure, calls are undone by the machine's journal.

use crate::back::Back;
use crate::beside::Beside;
use crate::call::{self, Calls};
use crate::coverage::{Coverage, Covered};
use crate::form::{self, Forms};
use crate::matching::StructureNames;
use crate::policy::{Alone, DriverCall};
use base::{FastMap, FastSet, Symbol};
use lts::{Cause, Choice, Choices, CompId, Gap, Gauges, Mark, Outcome, Pool, Settled, Status, System};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vm::state::thread::ThreadState;
use vm::{ClassId, Counters, JournalMark, Machine, MethodId, Pause, Ref, Stop, ThreadId, Trap};

/// Operations that a call may take: one that takes more computes for long, or for ever.
pub(crate) const CALL_LIMIT: u64 = 10_000_000;
/// Operations between two looks at whether a call goes on for too long.
const FUEL: u64 = 1_000_000;
/// The only kind of component: the form of a structure.
const STRUCTURE: u8 = 0;

/// What has been counted.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Calls that were made.
    pub executions: u64,
    /// Structures from which all calls were made.
    pub expanded: u64,
    /// Calls that wait for somebody who never comes.
    pub blocked: u64,
    /// What calls depend on, or change, that is no part of a structure.
    pub beside: BTreeSet<Beside>,
    /// Exceptions that are as they should be, by their classes.
    pub expected: BTreeMap<String, u64>,
    pub covered: Option<Covered>,
}

/// A class whose objects are explored.
pub struct Objects {
    pub(crate) machine: Machine,
    pub(crate) main: ThreadId,
    pub(crate) idle: ThreadState,
    /// Small numbers of the machine before any call: each call finds the clock as it was then.
    pub(crate) counters: Counters,
    pub(crate) calls: Arc<Calls>,
    /// Arguments of the present call, kept for its memory.
    pub(crate) arguments: Vec<u64>,
    pub(crate) makers: Vec<MethodId>,
    /// The adapter of each call, and that of the same call of the other class.
    pub(crate) adapters: Vec<(MethodId, Option<MethodId>)>,
    pub(crate) invariant: Option<(MethodId, Symbol)>,
    pub(crate) equality: MethodId,
    pub(crate) policy: Alone,
    pub(crate) forms: Forms,
    /// The objects, those of the other class behind the others. They stay the same until the machine starts or loads.
    pub(crate) roots: Vec<Ref>,
    /// Classes that calls have initialized: they are initialized before anything else, when the search begins again.
    pub(crate) early: Vec<ClassId>,
    /// Classes with which every sequence begins: those of the objects, or that of a driver.
    pub(crate) foremost: Vec<ClassId>,
    /// Enum classes whose constants calls ask for by their class.
    pub(crate) asked_constants: Vec<ClassId>,
    pub(crate) is_outdated: bool,
    /// The base has to be made anew.
    pub(crate) is_stale: bool,
    /// What came of making the objects, if that is not as it should be.
    pub(crate) broken: Option<Outcome>,
    /// The form of the present structure as words, if it is known.
    pub(crate) words: Vec<u32>,
    is_formed: bool,
    pub(crate) scratch: (Vec<u32>, Vec<u8>),
    marks: Vec<JournalMark>,
    pub(crate) back: Back,
    /// For going back by calls: the structure from which each was first reached, and by which call.
    pub(crate) ways: FastMap<CompId, (CompId, u32)>,
    /// The structure that was last loaded, its form, and the calls made since.
    origin: Option<CompId>,
    origin_words: Vec<u32>,
    since: Vec<u32>,
    /// The present structure is the one that was loaded: the call has written nothing.
    is_origin: bool,
    /// Forms are made even where nothing was written.
    pub always_walks: bool,
    pub(crate) tally: Tally,
    /// Names of structures, where these are not their forms.
    pub(crate) names: Option<StructureNames>,
    /// A number for each structure that was saved, if somebody compares sets of them.
    saved: Option<FastSet<u64>>,
    /// Classes of what the last call has thrown, and that of the other class.
    pub(crate) thrown: [Option<ClassId>; 2],
}

/// How a run of the machine ended.
pub(crate) enum Ran {
    Returned(u64),
    Threw(Ref),
    /// It waits, and nobody will wake it.
    Waits,
    Endless,
    /// It stands before a call of a driver that is not answered yet.
    Calls(DriverCall),
    Stopped(Stop),
}

impl Objects {
    /// A booted machine with its main thread, and what is to be done to the objects.
    ///
    /// # Errors
    /// The machine cannot make the code that calls.
    pub fn new(
        mut machine: Machine,
        main: ThreadId,
        calls: Calls,
        back: Back,
        covers: bool,
    ) -> Result<Objects, Trap> {
        explore::silence(&mut machine)?;
        let made = || calls.objects.iter().chain(&calls.twins);
        let makers = made().map(|made| call::maker(&mut machine, made)).collect::<Result<_, _>>()?;
        let mut adapters = Vec::new();
        for call in &calls.list {
            let own = call::adapter(&mut machine, &call.method, &call.values)?;
            let twin = call.twin.as_ref();
            let twin =
                twin.map(|(target, values)| call::adapter(&mut machine, target, values)).transpose()?;
            adapters.push((own, twin));
        }
        let invariant = match &calls.invariant {
            Some(target) => Some((call::adapter(&mut machine, target, &[])?, target.name)),
            None => None,
        };
        let class = calls.objects.first().map_or(machine.known().object, |made| made.class);
        let equality = call::equality(&mut machine, class)?;
        let coverage = if covers { Coverage::of(family(&machine, class)) } else { Coverage::default() };
        let names = StructureNames::new(&mut machine, &calls.matching)?;
        let foremost = made().map(|made| made.class).collect();
        let idle = machine.threads[main].state.clone();
        let counters = *machine.counters();
        Ok(Objects {
            machine,
            main,
            idle,
            counters,
            calls: Arc::new(calls),
            arguments: Vec::new(),
            makers,
            adapters,
            invariant,
            equality,
            policy: Alone { coverage, ..Alone::default() },
            forms: Forms::default(),
            roots: Vec::new(),
            early: Vec::new(),
            foremost,
            asked_constants: Vec::new(),
            is_outdated: false,
            is_stale: true,
            broken: None,
            words: Vec::new(),
            is_formed: false,
            scratch: Default::default(),
            marks: Vec::new(),
            back,
            ways: FastMap::default(),
            origin: None,
            origin_words: Vec::new(),
            since: Vec::new(),
            is_origin: false,
            always_walks: false,
            tally: Tally::default(),
            names,
            saved: None,
            thrown: [None; 2],
        })
    }

    pub fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Something is wrong before the first call: what a path then has is none.
    pub fn begins_badly(&self) -> bool {
        self.broken.is_some()
    }

    /// From now on there is a number for the set of all structures.
    pub fn keep_digest(&mut self, is_wanted: bool) {
        self.saved = is_wanted.then(FastSet::default);
    }

    /// The number for the set of all structures that were saved.
    pub fn digest(&self) -> Option<u64> {
        self.saved.as_ref().map(|saved| saved.iter().fold(0u64, |sum, number| sum.wrapping_add(*number)))
    }

    /// How Java text of a package names a class, or the nearest above it that the text can name.
    pub fn named_from(&self, package: &str, class: ClassId) -> String {
        let classes = &self.machine.program.classes;
        let is_seen = |class: &&ClassId| {
            let class = &classes[**class];
            class.access.has(classfile::Access::PUBLIC) || class.package().replace('/', ".") == package
        };
        let seen = classes[class].ancestors.iter().rev().find(is_seen);
        classes[seen.copied().unwrap_or(class)].external_name().replace('$', ".")
    }

    /// Operations that machine code has executed.
    pub fn compiled_operations(&self) -> u64 {
        self.machine.compiled.figures.operations.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// All objects that machine code may reach are prepared for going back when it is entered: to measure.
    pub fn prepare_on_entry(&mut self, prepares: bool) {
        self.machine.prepare_on_entry(prepares);
    }

    /// What has been counted so far.
    pub fn tally(&self) -> Tally {
        let is_on = self.policy.coverage.is_on;
        let covered = is_on.then(|| self.policy.coverage.covered(&self.machine));
        Tally { covered, ..self.tally.clone() }
    }

    /// Runs a method on the main thread to its end.
    pub(crate) fn run(&mut self, method: MethodId, words: &[u64]) -> Ran {
        match self.machine.begin(self.main, method, words) {
            Ok(()) => {}
            Err(Trap::Stop(stop)) => return Ran::Stopped(*stop),
            Err(other) => return Ran::Stopped(Stop::Internal(format!("a call could not begin: {other:?}"))),
        }
        self.go()
    }

    /// Goes on with what the main thread does, to its end.
    pub(crate) fn go(&mut self) -> Ran {
        let before = self.surroundings();
        let ran = self.go_to_end();
        self.note_beside(&before);
        ran
    }

    fn go_to_end(&mut self) -> Ran {
        let until = self.machine.instructions.saturating_add(CALL_LIMIT);
        loop {
            let (machine, policy) = (&mut self.machine, &mut self.policy);
            let pause = match policy.coverage.is_on {
                true => machine.turn_by::<Alone, true>(policy, self.main, FUEL),
                false => machine.turn_by::<Alone, false>(policy, self.main, FUEL),
            };
            if std::mem::take(&mut self.policy.has_started) {
                let what = "a call that starts a thread: write a driver and use jaywalk check".to_string();
                let at = self.machine.user_position(self.main);
                return Ran::Stopped(Stop::Unsupported { what, at, stack: Vec::new() });
            }
            if let Some(called) = self.policy.rounds.as_mut().and_then(|rounds| rounds.called.take()) {
                return Ran::Calls(called);
            }
            match pause {
                Pause::Ended => break,
                Pause::Stopped(stop) => return Ran::Stopped(*stop),
                Pause::Blocked if !self.machine.is_enabled(self.main) && !self.machine.pass_time() => {
                    return Ran::Waits;
                }
                _ if self.machine.instructions >= until => return Ran::Endless,
                _ => {}
            }
        }
        let state = self.machine.change_thread(self.main);
        state.status = vm::ThreadStatus::Runnable;
        match state.result.take() {
            Some(Err(exception)) => Ran::Threw(exception),
            Some(Ok(word)) => Ran::Returned(word),
            None => Ran::Returned(0),
        }
    }

    /// The form of the present structure.
    fn take_form(&mut self) -> Result<(), Outcome> {
        let bytes = self.forms.of(&self.machine, &self.roots).map_err(unsupported)?;
        form::to_words(bytes, &mut self.words);
        self.is_formed = true;
        Ok(())
    }

    /// The call has written nothing and asked for no identity hash: the structure is what it was when it was loaded,
    /// and all that is known of it holds still.
    fn is_as_loaded(&self) -> bool {
        let is_one_call = self.since.len() == 1 && self.origin.is_some();
        // Marks mean nothing where the machine comes back by calls.
        let is_asked = self.back == Back::Undo && !self.always_walks;
        is_one_call
            && is_asked
            && self.machine.counters().next_hash == self.counters.next_hash
            && self.marks.last().is_some_and(|&mark| self.machine.is_unwritten_since(mark))
    }

    /// The structure is not the one whose form is at hand.
    pub(crate) fn has_other_form(&mut self) -> Result<bool, Outcome> {
        let bytes = self.forms.of(&self.machine, &self.roots).map_err(unsupported)?;
        form::to_words(bytes, &mut self.scratch.0);
        Ok(self.scratch.0 != self.words)
    }
}

impl System for Objects {
    fn start(&mut self) {
        // Making the objects may initialize classes, and so may the invariant: then once more, until nothing does.
        loop {
            self.is_outdated = false;
            let begun = self.begin();
            if begun.is_ok() && self.is_outdated {
                continue;
            }
            let judged = begun.and_then(|()| self.take_form()).and_then(|()| self.judge_invariant());
            if self.is_outdated {
                continue;
            }
            self.broken = judged.and_then(|()| self.take_name()).err();
            break;
        }
        self.is_outdated = false;
        self.marks.clear();
        self.ways.clear();
        self.saved.iter_mut().for_each(FastSet::clear);
        self.names.iter_mut().for_each(StructureNames::clear);
        (self.origin, self.tally) = (None, Tally::default());
        self.since.clear();
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list.clear();
        out.others.clear();
        out.early.clear();
        out.is_input = true;
        let count = if self.broken.is_some() { 1 } else { self.calls.list.len() as u32 };
        out.list.extend((0..count).map(|value| Choice { actor: 0, value }));
        Status::Live
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        if let Some(broken) = &self.broken {
            return broken.clone();
        }
        self.tally.executions += 1;
        (self.is_formed, self.is_origin) = (false, false);
        self.since.push(choice.value);
        let number = choice.value as usize;
        let mut done = self.judged_call(number);
        if done.is_ok() && self.machine.heap.dirty().next().is_some() {
            let shown = self.calls.shown(&self.calls.list[number]);
            done = self.look_at_base(&shown);
        }
        if done.is_ok() && self.is_as_loaded() {
            self.words.clone_from(&self.origin_words);
            (self.is_formed, self.is_origin) = (true, true);
            debug_assert_eq!(self.has_other_form(), Ok(false), "something was written");
            return Outcome::Next;
        }
        let judged = done.and_then(|()| self.take_form()).and_then(|()| self.judge_invariant());
        match judged.and_then(|()| self.take_name()) {
            Ok(()) => Outcome::Next,
            Err(outcome) => outcome,
        }
    }

    fn settle(&mut self) -> Settled {
        Settled { extent: 0, is_outdated: std::mem::take(&mut self.is_outdated) }
    }

    fn mark(&mut self) -> Mark {
        let mark = self.machine.mark();
        self.marks.push(mark);
        Mark(self.marks.len() as u64 - 1)
    }

    fn rewind(&mut self, to: Mark) {
        self.marks.truncate(to.0 as usize + 1);
        (self.is_formed, self.is_origin) = (false, false);
        self.since.clear();
        match (self.back, self.origin) {
            (Back::Redo, Some(origin)) => self.broken = self.redo(origin).err(),
            _ => self.machine.rewind(self.marks[to.0 as usize]),
        }
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        if let Some(origin) = self.origin.filter(|_| self.is_origin) {
            out.push(origin);
            return;
        }
        if !self.is_formed {
            // It had a form when the machine was here before.
            let formed = self.take_form();
            debug_assert!(formed.is_ok(), "a structure that had a form has none");
        }
        let (state, is_kept) = match &mut self.names {
            None => (pool.intern(STRUCTURE, &self.words), true),
            Some(names) => {
                let state = pool.intern(STRUCTURE, names.present());
                (state, names.keep(state, &self.words))
            }
        };
        if let Some(saved) = self.saved.as_mut().filter(|_| is_kept) {
            saved.insert(form::digest(&self.words));
        }
        if self.back == Back::Redo {
            let way = match (self.origin, self.since.as_slice()) {
                (Some(origin), &[call]) => (origin, call),
                _ => (state, 0),
            };
            self.ways.entry(state).or_insert(way);
        }
        out.push(state);
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        self.tally.expanded += 1;
        self.marks.clear();
        self.since.clear();
        let &[state] = state else {
            let what = "a state that is no structure".to_string();
            return Err(Gap { cause: Cause::Fault, what, place: String::new() });
        };
        self.origin = Some(state);
        (self.is_formed, self.is_origin) = (true, false);
        if self.broken.is_some() {
            return Ok(());
        }
        match self.loaded(pool, state) {
            Ok(()) => {
                self.origin_words.clone_from(&self.words);
                Ok(())
            }
            Err(Outcome::Unknown(gap)) => Err(gap),
            Err(other) => {
                let what = format!("a structure could not be made again: {other:?}");
                Err(Gap { cause: Cause::Fault, what, place: String::new() })
            }
        }
    }

    fn gauges(&self) -> Option<&dyn Gauges> {
        Some(self)
    }
}

impl Gauges for Objects {
    fn instructions(&self) -> u64 {
        self.machine.instructions
    }

    fn user_value(&self) -> i64 {
        0
    }

    fn kinds(&self) -> &'static [&'static str] {
        &["structures"]
    }
}

pub(crate) fn unsupported(what: String) -> Outcome {
    Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: String::new() })
}

/// A class with those that are nested in it.
fn family(machine: &Machine, class: ClassId) -> Vec<ClassId> {
    let name = machine.program.classes[class].name;
    let inner = format!("{name}$");
    let all = machine.program.classes.iter();
    all.filter(|(_, c)| c.name == name || c.name.as_str().starts_with(&inner)).map(|(id, _)| id).collect()
}
