//! A model that is ready to run: processes as tables of transitions.

mod linker;

use crate::error::{Pos, Refusal, Sources, unsupported, wrong};
use crate::flow::{Flow, Marks};
use crate::syntax::{Block, ChanType, Expr, Init, Op, Proctype, Scalar, Slot, TraceClaim, Unit, VarRef};
use linker::Linker;
use std::rc::Rc;
use std::sync::Arc;

/// One way on from a state of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The statement, among those of the process.
    pub statement: u32,
    pub target: u32,
    /// What comes next belongs to the same atomic sequence.
    pub atom: bool,
    /// Of a way out by `unless`, where that begins, counted from one.
    pub escape: u32,
}

/// A state of a process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    pub transitions: Vec<Transition>,
    pub marks: Marks,
    pub pos: Pos,
}

#[derive(Clone, Debug)]
pub struct Statement {
    pub op: Op,
    pub pos: Pos,
    pub text: Arc<str>,
    /// Whether it can be done depends on whether anybody can move.
    pub has_timeout: bool,
}

/// The control of a process: its states are numbered like the statements that they stand before.
#[derive(Clone, Debug, Default)]
pub struct Automat {
    pub start: u32,
    pub locations: Vec<Location>,
    pub statements: Vec<Statement>,
    /// Statements of deterministic steps: the number of the step.
    pub within: Vec<u32>,
}

#[derive(Clone, Debug)]
pub struct Process {
    pub name: Arc<str>,
    pub parameters: Vec<Scalar>,
    pub size: u32,
    pub inits: Vec<Init>,
    pub provided: Option<Expr>,
    /// It was declared to have one way on at most, wherever it is.
    pub is_deterministic: bool,
    pub automat: Automat,
    /// How many statements the model has before this process, as SPIN counts them.
    pub first: u32,
    pub slots: Vec<Slot>,
}

/// An assertion about traces: it makes a move with every message of its channels.
#[derive(Clone, Debug)]
pub struct Trace {
    pub automat: Automat,
    /// It must not come to its end; else it must always have a move, and end where the system does.
    pub is_negated: bool,
    /// The channels that it speaks of, and whether of what is sent there.
    pub scope: Vec<(VarRef, bool)>,
}

impl Trace {
    fn of(claim: &TraceClaim) -> Result<Trace, Refusal> {
        let automat = Linker::of(&Flow::of(&claim.body, claim.pos, &[], true)?)?;
        let mut scope: Vec<(VarRef, bool)> = Vec::new();
        for location in &automat.locations {
            for transition in &location.transitions {
                let statement = &automat.statements[transition.statement as usize];
                match &statement.op {
                    Op::Event { chan, is_send, .. } => {
                        if !scope.contains(&(chan.clone(), *is_send)) {
                            scope.push((chan.clone(), *is_send));
                        }
                    }
                    Op::End => {}
                    _ => {
                        let what = "an assertion about traces has only messages that are sent or received";
                        return wrong(statement.pos, what);
                    }
                }
            }
        }
        Ok(Trace { automat, is_negated: claim.is_negated, scope })
    }
}

/// A variable of another process.
#[derive(Clone, Copy, Debug)]
pub struct RemoteSlot {
    pub proctype: u32,
    pub base: u32,
    pub length: u32,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub processes: Vec<Process>,
    /// The processes that are there at the beginning.
    pub started: Vec<u32>,
    pub chans: Vec<ChanType>,
    pub size: u32,
    pub inits: Vec<Init>,
    pub slots: Vec<Slot>,
    /// Proctypes and states of the labels that expressions ask for.
    pub labels: Vec<(u32, u32)>,
    pub remotes: Vec<RemoteSlot>,
    pub trace: Option<Trace>,
    /// There are channels where sender and receiver meet.
    pub meets: bool,
    pub has_last: bool,
    pub has_timeout: bool,
    pub has_priorities: bool,
    pub has_accept: bool,
    pub has_progress: bool,
    pub has_deterministic: bool,
    pub mtypes: Vec<Vec<Arc<str>>>,
    pub sources: Sources,
    /// More than any state of any process has transitions.
    pub width: u32,
}

/// Alternatives of one state: a pair of those that meet, and of whom, has one number.
const MAX_ALTERNATIVES: usize = 2_000;

impl Program {
    /// Ties everything together.
    ///
    /// # Errors
    /// Labels, jumps and names that mean nothing.
    pub fn of(unit: &Unit, sources: Sources) -> Result<Program, Refusal> {
        let mut processes = Vec::new();
        let mut flows = Vec::new();
        for (number, proctype) in (0u32..).zip(&unit.proctypes) {
            let asked = unit.labels.iter().filter(|label| label.proctype == number);
            let referred: Vec<Rc<str>> = asked.map(|label| label.label.clone()).collect();
            let flow = Flow::of(&proctype.body, proctype.pos, &referred, false)?;
            processes.push(process(proctype, Linker::of(&flow)?));
            flows.push(flow);
        }
        let mut order: Vec<usize> = (0..processes.len()).collect();
        order.sort_by_key(|&number| unit.proctypes[number].order);
        let times = |&number: &usize| vec![number as u32; unit.proctypes[number].active as usize];
        let all = || processes.iter().flat_map(|process: &Process| &process.automat.locations);
        let widest = all().map(|location| location.transitions.len()).max().unwrap_or(0);
        let statements = || processes.iter().flat_map(|process: &Process| &process.automat.statements);
        let trace = unit.trace.as_ref().map(Trace::of).transpose()?;
        let traced = trace.iter().flat_map(|trace| trace.automat.locations.clone()).collect::<Vec<_>>();
        let mut program = Program {
            started: order.iter().flat_map(times).collect(),
            chans: unit.chans.clone(),
            size: unit.size,
            inits: unit.inits.clone(),
            slots: unit.slots.clone(),
            labels: Vec::new(),
            remotes: Vec::new(),
            trace,
            meets: unit.chans.iter().any(|chan| chan.capacity == 0),
            has_last: unit.has_last,
            has_timeout: statements().any(|statement| statement.has_timeout),
            has_priorities: unit.has_priorities,
            has_accept: all().chain(&traced).any(|location| location.marks.accept),
            has_deterministic: processes.iter().any(|process| process.is_deterministic),
            has_progress: all().chain(&traced).any(|location| location.marks.progress),
            mtypes: unit
                .mtypes
                .iter()
                .map(|names| names.iter().map(|name| (&**name).into()).collect())
                .collect(),
            sources,
            width: widest as u32 + 1,
            processes,
        };
        if widest > MAX_ALTERNATIVES {
            return unsupported(unit.proctypes[0].pos, format!("a state with {widest} alternatives"));
        }
        if program.started.len() > 255 {
            return wrong(unit.proctypes[0].pos, "more than 255 processes begin");
        }
        program.count_statements(unit, &flows)?;
        program.refer(unit, &flows)?;
        Ok(program)
    }

    /// Numbers the statements of all processes in the order of the text.
    fn count_statements(&mut self, unit: &Unit, flows: &[Flow]) -> Result<(), Refusal> {
        let mut blocks = Vec::new();
        for (number, (proctype, flow)) in unit.proctypes.iter().zip(flows).enumerate() {
            blocks.push((proctype.order, flow.made, Some(number)));
        }
        for claim in &unit.claims {
            blocks.push((claim.order, Flow::of(&claim.body, claim.pos, &[], true)?.made, None));
        }
        if let Some(claim) = &unit.trace {
            blocks.push((claim.order, Flow::of(&claim.body, claim.pos, &[], true)?.made, None));
        }
        blocks.sort_unstable();
        let mut before = 0;
        for (_, made, process) in blocks {
            if let Some(process) = process {
                self.processes[process].first = before;
            }
            before += made as u32;
        }
        Ok(())
    }

    fn refer(&mut self, unit: &Unit, flows: &[Flow]) -> Result<(), Refusal> {
        for label in &unit.labels {
            let found = flows[label.proctype as usize].label(&label.label);
            let Some(found) = found else {
                let name = &self.processes[label.proctype as usize].name;
                return wrong(label.pos, format!("{name} has no label {}", label.label));
            };
            self.labels.push((label.proctype, found as u32));
        }
        for remote in &unit.remotes {
            let process = &self.processes[remote.proctype as usize];
            let is_own = |slot: &&Slot| {
                slot.name
                    .strip_prefix(&*remote.variable)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('['))
            };
            let own: Vec<&Slot> = process.slots.iter().filter(is_own).collect();
            let Some(first) = own.first() else {
                let what = format!("{} has no variable {}", process.name, remote.variable);
                return wrong(remote.pos, what);
            };
            let (base, length) = (first.base, own.len() as u32);
            self.remotes.push(RemoteSlot { proctype: remote.proctype, base, length });
        }
        Ok(())
    }
}

fn process(proctype: &Proctype, automat: Automat) -> Process {
    Process {
        name: (&*proctype.name).into(),
        parameters: proctype.parameters.clone(),
        size: proctype.size,
        inits: proctype.inits.clone(),
        provided: proctype.provided.clone(),
        is_deterministic: proctype.is_deterministic,
        automat,
        first: 0,
        slots: proctype.slots.clone(),
    }
}

/// The control of a claim.
///
/// # Errors
/// Labels and jumps that mean nothing.
pub fn claim(body: &Block, pos: Pos) -> Result<Automat, Refusal> {
    Linker::of(&Flow::of(body, pos, &[], true)?)
}

/// The expression's value depends on whether anybody can move.
pub fn asks_timeout(expr: &Expr) -> bool {
    match expr {
        Expr::Timeout => true,
        Expr::Not(inner) | Expr::Minus(inner) | Expr::Complement(inner) => asks_timeout(inner),
        Expr::Binary(_, pair) => asks_timeout(&pair.0) || asks_timeout(&pair.1),
        Expr::Choose(three) => asks_timeout(&three.0) || asks_timeout(&three.1) || asks_timeout(&three.2),
        _ => false,
    }
}
