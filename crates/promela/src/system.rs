//! A model as a machine that can be moved about.

use crate::machine::{Failure, KINDS, Machine, Move, Passed, Trouble, Unwatched, Watch};
use crate::program::Program;
use crate::story::Teller;
use crate::syntax::Expr;
use crate::trail::Trail;
use lts::{
    Atoms, Cause, Choice, Choices, CompId, Finding, Gap, Gauges, Mark, Narrate, Outcome, Pool, Property,
    Status, System,
};
use std::sync::Arc;

/// More than any number of a process.
const PIDS: u32 = 256;

/// What can be asked of a state.
#[derive(Clone, Debug)]
pub enum Proposition {
    Holds(Expr),
    /// Some process is at a label of acceptance.
    Accepting,
}

/// What is asked beside the model itself.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    pub propositions: Vec<(Proposition, String)>,
}

pub struct Model {
    pub(crate) machine: Machine,
    pub(crate) asked: Arc<Questions>,
    pub(crate) telling: Teller,
    pub(crate) trail: Trail,
    moves: Vec<Move>,
}

impl Model {
    pub fn new(program: Arc<Program>, asked: Arc<Questions>, trail: Trail) -> Model {
        let machine = Machine::new(program);
        Model { machine, asked, telling: Teller::default(), trail, moves: Vec::new() }
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.machine.program
    }

    /// `sender (0)`.
    pub(crate) fn name(&self, pid: usize) -> String {
        match pid < self.machine.count() {
            true => format!("{} {pid}", self.program().processes[self.machine.proctype(pid)].name),
            false => format!("process {pid}"),
        }
    }

    /// Where every process is that has not come to its end.
    fn stuck(&self, is_end: bool) -> Finding {
        let program = self.program();
        let told = |pid: usize| {
            let automat = &program.processes[self.machine.proctype(pid)].automat;
            let place = program.sources.short(automat.locations[self.machine.location(pid)].pos);
            format!("{} {} at {place}", self.name(pid), self.machine.doing(pid))
        };
        let details = (0..self.machine.count()).map(told).collect();
        let why = match is_end {
            true => "the assertion about traces has not come to an end",
            false => "not everybody has come to an end",
        };
        let message = format!("invalid end state: nobody can go on, and {why}");
        Finding { property: Property::DEADLOCK, message, details }
    }

    /// A step that somebody looks on.
    pub(crate) fn step_watched(&mut self, choice: Choice, watch: &mut dyn Watch) -> Outcome {
        let (made, way) = self.chosen(choice);
        let done = match self.is_asked() {
            true => self.machine.pass(made, (way, self.most_ways()), watch),
            false => {
                self.machine.make(made, watch).map(|is| if is { Passed::Through } else { Passed::Nothing })
            }
        };
        self.outcome(done)
    }

    /// Somebody asks for propositions, and nothing is shown between the beginning of an atomic sequence and its end.
    fn is_asked(&self) -> bool {
        !self.asked.propositions.is_empty()
    }

    /// The move, and the way through the sequence that it begins.
    fn chosen(&self, choice: Choice) -> (Move, u32) {
        let (width, range) = (self.program().width, self.range());
        (Move::of(choice.actor, choice.value % range, width), choice.value / range)
    }

    /// More than the number of any move.
    fn range(&self) -> u32 {
        let width = self.program().width;
        match self.program().meets {
            true => PIDS * width * width,
            false => width,
        }
    }

    /// Ways through a sequence that have a number.
    fn most_ways(&self) -> u32 {
        u32::MAX / self.range() - 1
    }

    fn outcome(&self, done: Result<Passed, Failure>) -> Outcome {
        match done {
            Ok(Passed::TooMany) => {
                let what = "an atomic sequence with so many ways through it, and a property".to_string();
                Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place: String::new() })
            }
            Ok(Passed::Through) => self.unanswered().map_or(Outcome::Next, Outcome::Violated),
            Ok(Passed::Nothing) => {
                let what = "a step that there is not".to_string();
                Outcome::Unknown(Gap { cause: Cause::Fault, what, place: String::new() })
            }
            Err(failure) => self.failed(failure),
        }
    }

    /// A property asks something of this state that cannot be told.
    fn unanswered(&self) -> Option<Finding> {
        self.asked.propositions.iter().find_map(|(proposition, text)| {
            let Proposition::Holds(expr) = proposition else { return None };
            let trouble = self.machine.holds(expr).err()?;
            let message = format!("the property asks for {text}: {}", words(trouble));
            Some(Finding { property: Property::EXCEPTION, message, details: Vec::new() })
        })
    }

    /// A process that was declared to be deterministic has several ways on.
    fn undetermined(&self) -> Option<Finding> {
        if !self.program().has_deterministic {
            return None;
        }
        let is_same = |pair: &[Move]| pair[0].pid == pair[1].pid && pair[0].transition != pair[1].transition;
        let pid = self.moves.windows(2).filter(|pair| is_same(pair)).map(|pair| pair[0].pid as usize);
        let is_bound = |pid: &usize| self.program().processes[self.machine.proctype(*pid)].is_deterministic;
        let pid = pid.into_iter().find(is_bound)?;
        let automat = &self.program().processes[self.machine.proctype(pid)].automat;
        let place = self.program().sources.short(automat.locations[self.machine.location(pid)].pos);
        let message = format!("{} is a D_proctype and has several ways on ({place})", self.name(pid));
        Some(Finding { property: Property::EXCEPTION, message, details: Vec::new() })
    }

    /// Nobody will go back from here.
    pub(crate) fn forget_way_back(&mut self) {
        self.machine.forget_way_back();
    }

    fn failed(&self, failure: Failure) -> Outcome {
        let program = self.program();
        let process = &program.processes[failure.proctype];
        let statement = &process.automat.statements[failure.statement];
        let place = program.sources.short(statement.pos);
        let what = match failure.trouble {
            Trouble::EndlessDStep => {
                let what = "a d_step without end".to_string();
                return Outcome::Unknown(Gap { cause: Cause::Unsupported, what, place });
            }
            Trouble::Assertion => format!("{} does not hold", statement.text),
            other => words(other),
        };
        let property = match failure.trouble {
            Trouble::Assertion | Trouble::Untraced | Trouble::TraceCompleted => Property::ASSERTION,
            _ => Property::EXCEPTION,
        };
        let details = vec![format!("in {} {}, at {place}", process.name, failure.pid)];
        Outcome::Violated(Finding { property, message: format!("{what} ({place})"), details })
    }
}

/// Trouble in words.
pub(crate) fn words(trouble: Trouble) -> String {
    match trouble {
        Trouble::Index { value, length } => {
            format!("index {value} is out of range: there are {length} elements")
        }
        Trouble::DivisionByZero => "division by zero".to_string(),
        Trouble::NoChannel => "there is no channel: the variable names none".to_string(),
        Trouble::NoProcess(pid) => format!("there is no process {pid}"),
        Trouble::TooManyProcesses => "too many processes: there are 255 already".to_string(),
        Trouble::Fields { given, wanted } => {
            format!("a message of this channel has {wanted} fields, not {given}")
        }
        Trouble::BlockedDStep => "a d_step cannot go on".to_string(),
        Trouble::RendezvousInDStep => "a d_step cannot wait for a receiver".to_string(),
        Trouble::PolledRendezvous => {
            "there is never a message to look at in a rendezvous channel".to_string()
        }
        Trouble::AsksItself => "whether a process is enabled depends on itself".to_string(),
        Trouble::EndlessDStep => "a d_step without end".to_string(),
        Trouble::Untraced => "the assertion about traces does not allow this message here".to_string(),
        Trouble::TraceCompleted => "what the assertion about traces forbids has happened".to_string(),
        Trouble::AmbiguousTrace => "the assertion about traces has two ways on".to_string(),
        Trouble::Assertion => "an assertion does not hold".to_string(),
    }
}

impl System for Model {
    fn start(&mut self) {
        self.machine.start();
        self.telling.restart();
    }

    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list.clear();
        out.others.clear();
        out.early.clear();
        let mut moves = std::mem::take(&mut self.moves);
        self.machine.moves(&mut moves);
        let (width, range) = (self.program().width, self.range());
        for &made in &moves {
            let ways = if self.is_asked() { self.machine.ways(made, self.most_ways()) } else { 0..1 };
            let value = made.number(width);
            out.list.extend(ways.map(|way| Choice { actor: made.pid, value: value + way * range }));
        }
        self.moves = moves;
        out.is_input = self.machine.exclusive().is_some();
        if out.is_input {
            out.others.extend(self.machine.others());
        }
        if !out.list.is_empty() {
            // Of later states it is told by the step that leads there.
            let first = if self.machine.position() == 0 { self.unanswered() } else { None };
            let first = first.or_else(|| self.undetermined());
            return first.map_or(Status::Live, Status::Flawed);
        }
        let is_end = (0..self.machine.count()).all(|pid| self.machine.marks(pid).end);
        match is_end && (self.machine.is_trace_done() || self.machine.count() == 0) {
            true => Status::Done,
            false => Status::Stuck(self.stuck(is_end)),
        }
    }

    fn step(&mut self, choice: Choice) -> Outcome {
        if !self.telling.is_on() {
            return self.step_watched(choice, &mut Unwatched);
        }
        let mut telling = std::mem::take(&mut self.telling);
        let outcome = telling.listen(self, choice);
        self.telling = telling;
        outcome
    }

    fn mark(&mut self) -> Mark {
        Mark(self.machine.position() as u64)
    }

    fn rewind(&mut self, to: Mark) {
        self.machine.rewind(to.0 as usize);
    }

    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        self.machine.save(pool, out);
    }

    fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        self.machine.load(pool, state)
    }

    fn sibling(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Model::new(self.program().clone(), self.asked.clone(), Trail::default())))
    }

    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        (!self.asked.propositions.is_empty()).then_some(self as &mut dyn Atoms)
    }

    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        Some(self)
    }

    fn gauges(&self) -> Option<&dyn Gauges> {
        Some(self)
    }
}

impl Gauges for Model {
    fn instructions(&self) -> u64 {
        self.machine.executed
    }

    fn kinds(&self) -> &'static [&'static str] {
        &KINDS
    }

    fn actors(&self) -> Option<lts::ActorParts> {
        Some(crate::machine::actors())
    }
}

impl Atoms for Model {
    fn count(&self) -> u32 {
        self.asked.propositions.len() as u32
    }

    fn holds(&mut self, atom: u32) -> bool {
        let asked = self.asked.clone();
        match &asked.propositions[atom as usize].0 {
            Proposition::Holds(expr) => self.machine.holds(expr) == Ok(true),
            Proposition::Accepting => {
                let by_trace = self.machine.trace_marks().is_some_and(|marks| marks.accept);
                by_trace || (0..self.machine.count()).any(|pid| self.machine.marks(pid).accept)
            }
        }
    }

    fn values(&mut self, atom: u32) -> Vec<(String, String)> {
        let text = self.asked.propositions[atom as usize].1.clone();
        let value = self.holds(atom).to_string();
        vec![(text, value)]
    }
}
