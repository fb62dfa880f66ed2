//! Drivers: programs whose `main` goes over structures in rounds, by `Delta.newStates` and `Delta.merge` (Figure 4.1 of
//! the document). A round is made for every structure that the round before has merged, with every choice.
//!
//! What the driver knows beside the structure must be the same on all paths ([`continuation::Continuation`]); then a
//! round is a function of the structure and the choices, and can be made for one structure after the other or for sets
//! of them.

mod answers;
mod continuation;
mod path;
mod plain;
mod sets;

use crate::beside::Beside;
use crate::call::Calls;
use crate::form::Strange;
use crate::policy::{DriverCall, Rounds};
use crate::system::{Objects, Ran};
use crate::{Back, Bounds, Cut};
use continuation::Continuation;
use lts::{Cause, Finding, Gap};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use vm::program::{ShapeKind, statics};
use vm::{ClassId, Counters, Machine, MethodId, Ref, ThreadId, Trap};

/// A choice that was made in a round.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// In which file and line.
    pub place: String,
    /// Which of how many values, from 0 on.
    pub value: u32,
    pub count: u32,
}

/// What came of a driver.
#[derive(Clone, Debug, Default)]
pub struct Driven {
    pub structures: u64,
    pub expanded: u64,
    /// Rounds that were made, one for each structure and choices.
    pub executions: u64,
    /// New structures by the rounds that lead to them.
    pub by_round: Vec<u64>,
    /// How many rounds were made one after the other.
    pub rounds: usize,
    /// Findings with the choices of each round that leads there. Equal ones are told once.
    pub found: Vec<(Finding, Vec<Vec<Chosen>>)>,
    /// Rounds that ended in a finding.
    pub violations: u64,
    pub gaps: Vec<Gap>,
    pub cut: Option<Cut>,
    /// The driver would have gone on, and there was nothing new to go on from.
    pub is_closed: bool,
    /// Executions over sets, and splits of them.
    pub runs: Option<u64>,
    pub splits: u64,
    /// Executions of one state alone where sets were asked for.
    pub singly: u64,
    pub digest: u64,
    pub bytes: u64,
    pub instructions: u64,
    pub elapsed: Duration,
}

/// A round that ended in a finding: the structure's number, and the choices.
struct Violation {
    order: u32,
    choices: Vec<u32>,
    finding: Finding,
}

/// Where the paths of a round lead.
#[derive(Clone, PartialEq, Debug)]
enum Leads {
    /// To the beginning of another one.
    On(Continuation),
    /// To the end of the driver.
    Out,
}

/// Why a round is not made to its end.
enum RoundFailure {
    Gap(Gap),
    /// A class was initialized in a round: it must be before all of them.
    Again,
}

type RoundResult<T> = Result<T, RoundFailure>;

/// A driver that is executed.
pub struct DeltaDriver {
    objects: Objects,
    main: MethodId,
    arguments: Vec<String>,
    counters: Counters,
    /// From which structure each was reached first, and by which choices.
    parents: Vec<(u32, Box<[u32]>)>,
    /// Where the rounds of the present level lead, once one has come there.
    leads: Option<Leads>,
    violations: Vec<Violation>,
    /// Structures of the levels so far.
    numbers: Vec<u64>,
    driven: Driven,
    begun: Instant,
}

impl DeltaDriver {
    /// The driver of a class with a static `main(String[])`.
    ///
    /// # Errors
    /// What is wrong with the class, in words.
    pub fn new(
        machine: Machine,
        main: ThreadId,
        class: ClassId,
        arguments: &[String],
    ) -> Result<DeltaDriver, String> {
        let name = machine.program.classes[class].external_name();
        let found = machine.main_method(class).filter(|&found| machine.program.methods[found].is_static());
        let entry =
            found.ok_or_else(|| format!("{name} is no driver: it has no static method main(String[])"))?;
        let mut objects = Objects::new(machine, main, Calls::default(), Back::Undo, false)
            .map_err(|trap| format!("{name} cannot be executed: {trap:?}"))?;
        objects.early.push(class);
        objects.foremost.push(class);
        let counters = objects.counters;
        Ok(DeltaDriver {
            objects,
            main: entry,
            arguments: arguments.to_vec(),
            counters,
            parents: Vec::new(),
            leads: None,
            violations: Vec::new(),
            numbers: Vec::new(),
            driven: Driven::default(),
            begun: Instant::now(),
        })
    }

    /// What rounds depend on, or change, that is no part of a structure.
    pub fn beside(&self) -> &BTreeSet<Beside> {
        &self.objects.tally.beside
    }

    /// Makes all rounds, for one structure after the other or for sets of them. `watch` is told now and then how far it
    /// is, and gives false to end it.
    pub fn drive(
        &mut self,
        bounds: &Bounds,
        by_sets: bool,
        watch: &mut dyn FnMut(&Driven) -> bool,
    ) -> Driven {
        let before = self.objects.machine.instructions;
        loop {
            (self.driven, self.leads) = (Driven::default(), None);
            self.parents.clear();
            self.violations.clear();
            self.numbers.clear();
            let done = self.first().and_then(|(form, place)| match by_sets {
                true => self.by_sets(form, place, bounds, watch),
                false => self.one_by_one(form, place, bounds, watch),
            });
            match done {
                Ok(()) => break,
                Err(RoundFailure::Again) => {}
                Err(RoundFailure::Gap(gap)) => {
                    self.driven.gaps.push(gap);
                    break;
                }
            }
        }
        let mut driven = std::mem::take(&mut self.driven);
        driven.by_round.clone_from(&self.numbers);
        driven.instructions += self.objects.machine.instructions - before;
        driven.elapsed = self.begun.elapsed();
        driven
    }

    /// Executes the driver up to its first round: the form of the structure, and where the driver stands.
    fn first(&mut self) -> RoundResult<(Vec<u8>, Continuation)> {
        let objects = &mut self.objects;
        objects.counters = self.counters;
        objects.settle_thread();
        if let Some(why) = objects.entangled_initializers() {
            return Err(gap(Cause::Unsupported, why, String::new()));
        }
        objects.machine.forget_path_to(None);
        objects.machine.begin_epoch();
        for class in objects.early.clone() {
            // One that cannot be initialized fails where it is needed.
            let _ = objects.machine.initialize_now(objects.main, class);
            objects.settle_thread();
        }
        objects.keep_constants();
        let floor = objects.machine.begin_epoch();
        let arguments = arguments(&mut objects.machine, &self.arguments).map_err(trapped)?;
        objects.policy.rounds = Some(Rounds::default());
        let structure = match objects.run(self.main, &[u64::from(arguments.0)]) {
            Ran::Calls(DriverCall::NewStates(structure)) => structure,
            ran => return Err(self.begins_badly(ran)),
        };
        if self.has_initialized() {
            return Err(RoundFailure::Again);
        }
        let objects = &mut self.objects;
        if objects.policy.rounds.as_ref().is_some_and(|rounds| !rounds.counts.is_empty()) {
            let what = "a choice before the first Delta.newStates: choose in a round";
            return Err(gap(Cause::Unsupported, what, objects.machine.user_position(objects.main)));
        }
        if structure.is_null() {
            return Err(gap(
                Cause::Input,
                "Delta.newStates of null",
                objects.machine.user_position(objects.main),
            ));
        }
        let at = objects.machine.user_position(objects.main);
        let refused = |what: String| gap(Cause::Unsupported, what, at.clone());
        objects.forms.floor = Some(floor);
        let form = objects.forms.of(&objects.machine, &[structure]).map(<[u8]>::to_vec);
        let own: BTreeSet<Ref> = objects.forms.objects().iter().copied().collect();
        let aliased = form.as_ref().ok().map(|_| self.aliased(structure, &own));
        let objects = &mut self.objects;
        objects.forms.floor = None;
        let form = form.map_err(&refused)?;
        if let Some(what) = aliased.transpose().map_err(&refused)?.flatten() {
            return Err(refused(what));
        }
        let _ = objects.machine.deepen(0);
        let top = objects.machine.heap.base_top();
        objects.counters = *objects.machine.counters();
        let place =
            Continuation::of_machine(&objects.machine, objects.main, structure, top).map_err(&refused)?;
        Ok((form, place))
    }

    /// An object of the structure that the driver keeps by another way: it would not be the one of a round.
    fn aliased(&mut self, structure: Ref, own: &BTreeSet<Ref>) -> Result<Option<String>, Strange> {
        let objects = &mut self.objects;
        let machine = &objects.machine;
        let mut roots = Vec::new();
        for depth in 0..machine.threads[objects.main].frames.len() {
            let live = machine.live_registers(objects.main, depth).filter(|live| live.is_ref);
            roots.extend(live.map(|live| Ref(live.word as u32)).filter(|&object| object != structure));
        }
        for object in machine.heap.dirty() {
            let shape = &machine.heap.shapes[machine.heap.class_of(object)];
            if shape.elements_are_refs {
                roots.extend((0..machine.heap.len(object)).map(|i| Ref(machine.heap.load(object, i))));
            } else if shape.kind == ShapeKind::Statics {
                roots.extend(references_of_statics(machine, object));
            } else {
                let units = shape.refs.iter().map(|&unit| u32::from(unit));
                roots.extend(units.map(|unit| Ref(machine.heap.get32(object, unit))));
            }
        }
        let mut seen = BTreeSet::new();
        for root in roots.into_iter().filter(|root| !root.is_null() && seen.insert(*root)) {
            objects.forms.of(&objects.machine, &[root])?;
            let both = objects.forms.objects().iter().find(|object| own.contains(object));
            if let Some(&object) = both {
                let class = objects.machine.heap.class_of(object);
                let class = objects.machine.program.classes[class].external_name();
                return Ok(Some(format!(
                    "the driver keeps an object of the structure (a {class}) by another way than the structure"
                )));
            }
        }
        Ok(None)
    }

    fn begins_badly(&mut self, ran: Ran) -> RoundFailure {
        let machine = &self.objects.machine;
        let at = machine.user_position(self.objects.main);
        match ran {
            Ran::Calls(_) => gap(Cause::Input, "Delta.merge before Delta.newStates", at),
            Ran::Returned(_) => gap(Cause::Input, "the driver ends and has never called Delta.newStates", at),
            Ran::Threw(exception) => {
                let finding = crate::judge::thrown(machine, "the driver", exception);
                gap(Cause::Input, format!("before its first round {}", finding.message), at)
            }
            Ran::Waits => gap(Cause::Unsupported, "the driver waits for ever before its first round", at),
            Ran::Endless => gap(Cause::Unsupported, "the driver comes to no round", at),
            Ran::Stopped(stop) => stopped(stop),
        }
    }

    /// Classes were initialized that are not among the early ones: now they are.
    fn has_initialized(&mut self) -> bool {
        let objects = &mut self.objects;
        let mut is_new = false;
        for object in objects.machine.heap.dirty().collect::<Vec<_>>() {
            let heap = &objects.machine.heap;
            let is_done = heap.shapes[heap.class_of(object)].kind == ShapeKind::Statics
                && heap.get32(object, statics::STATE) == statics::DONE;
            let owner = objects.machine.program.class_of_statics(object).filter(|_| is_done);
            if let Some(owner) = owner.filter(|owner| !objects.early.contains(owner)) {
                objects.early.push(owner);
                is_new = true;
            }
        }
        is_new
    }

    /// Notes where a path of the present round leads: all must lead to the same place.
    fn note_leads(&mut self, leads: Leads, at: impl FnOnce(&DeltaDriver) -> String) -> RoundResult<()> {
        match &self.leads {
            None => self.leads = Some(leads),
            Some(known) if *known == leads => {}
            Some(_) => {
                let what = "the driver goes on in different ways after Delta.merge: what it keeps beside the structure \
                            must be the same on all paths";
                return Err(gap(Cause::Unsupported, what, at(self)));
            }
        }
        Ok(())
    }

    /// Tells the findings of a level; true if the driver is to stop.
    fn judge(&mut self, bounds: &Bounds, first_place: &Continuation, first_form: &[u8]) -> RoundResult<bool> {
        let mut violations = std::mem::take(&mut self.violations);
        self.driven.violations += violations.len() as u64;
        violations.sort_by(|a, b| (a.order, &a.choices).cmp(&(b.order, &b.choices)));
        for violation in violations {
            if self.driven.found.iter().any(|(known, _)| *known == violation.finding) {
                continue;
            }
            let mut rounds = self.choices_to(violation.order);
            rounds.push(violation.choices);
            let told = self.retell(first_place, first_form, &rounds)?;
            self.driven.found.push((violation.finding, told));
            if !bounds.all {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The choices of the rounds that lead to a structure.
    fn choices_to(&self, mut order: u32) -> Vec<Vec<u32>> {
        let mut rounds = Vec::new();
        while order > 0 {
            let (parent, choices) = &self.parents[order as usize];
            rounds.push(choices.to_vec());
            order = *parent;
        }
        rounds.reverse();
        rounds
    }

    fn is_over(&mut self, bounds: &Bounds, watch: &mut dyn FnMut(&Driven) -> bool) -> Option<Cut> {
        let driven = &mut self.driven;
        driven.elapsed = self.begun.elapsed();
        if bounds.states.is_some_and(|most| driven.structures >= most) {
            return Some(Cut::States);
        }
        if bounds.time.is_some_and(|most| driven.elapsed >= most) {
            return Some(Cut::Time);
        }
        if bounds.bytes.is_some_and(|most| driven.bytes >= most) {
            return Some(Cut::Memory);
        }
        driven.by_round.clone_from(&self.numbers);
        (!watch(driven)).then_some(Cut::Interrupted)
    }
}

/// What static fields refer to. Their record has a bit for none of them, so all words that could be references count.
fn references_of_statics(machine: &Machine, record: Ref) -> Vec<Ref> {
    let Some(class) = machine.program.class_of_statics(record) else { return Vec::new() };
    let fields = machine.program.classes[class].fields.iter().map(|&field| &machine.program.fields[field]);
    let fields = fields.filter(|field| field.access.is_static() && field.kind == classfile::Kind::Ref);
    fields.map(|field| Ref(machine.heap.get32(record, field.unit))).collect()
}

fn arguments(machine: &mut Machine, texts: &[String]) -> Result<Ref, Trap> {
    let mut strings = Vec::new();
    for text in texts {
        strings.push(machine.new_string(text)?);
    }
    machine.new_ref_array(machine.known().strings, &strings)
}

fn gap(cause: Cause, what: impl Into<String>, place: String) -> RoundFailure {
    RoundFailure::Gap(Gap { cause, what: what.into(), place })
}

fn of_outcome(outcome: lts::Outcome) -> RoundFailure {
    match outcome {
        lts::Outcome::Unknown(gap) => RoundFailure::Gap(gap),
        other => gap(Cause::Fault, format!("a driver that ends with {other:?}"), String::new()),
    }
}

fn stopped(stop: vm::Stop) -> RoundFailure {
    of_outcome(crate::judge::stopped(stop))
}

fn trapped(trap: Trap) -> RoundFailure {
    of_outcome(crate::judge::trapped(trap))
}
