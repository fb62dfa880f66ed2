//! A model that is ready to run: processes as tables of transitions.

use crate::error::{Pos, Refusal, Sources, unsupported, wrong};
use crate::flow::{ElementId, Flow, Marks, Part};
use crate::syntax::{Block, ChanType, Expr, Init, Op, Place, Proctype, Scalar, Slot, TraceClaim, Unit};
use base::FastMap;
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
    pub scope: Vec<(Place, bool)>,
}

impl Trace {
    fn of(claim: &TraceClaim) -> Result<Trace, Refusal> {
        let automat = Linker::of(&Flow::of(&claim.body, claim.pos, &[], true)?)?;
        let mut scope: Vec<(Place, bool)> = Vec::new();
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

/// Jumps in a row that are followed; more are taken for a circle.
const MAX_JUMPS: usize = 500;

/// From elements to transitions.
struct Linker<'a> {
    flow: &'a Flow,
    locations: FastMap<ElementId, Location>,
}

/// A statement that can be done in a state, and the elements on the way to it.
type Leaf = (ElementId, Vec<ElementId>);

impl Linker<'_> {
    fn of(flow: &Flow) -> Result<Automat, Refusal> {
        let mut linker = Linker { flow, locations: FastMap::default() };
        let Some(first) = flow.seqs[flow.top].first else { return wrong(Pos::default(), "nothing is done") };
        let start = linker.hunt(first, flow.elements[first].atom)?;
        let mut pending = vec![start];
        let mut marks: Vec<Marks> = flow.elements.iter().map(|element| element.marks).collect();
        while let Some(at) = pending.pop() {
            if linker.locations.contains_key(&at) {
                continue;
            }
            let location = linker.location(at, &mut marks)?;
            pending.extend(location.transitions.iter().map(|transition| transition.target as usize));
            for transition in &location.transitions {
                if let Part::DStep(seq) = flow.elements[transition.statement as usize].part {
                    pending.extend(flow.seqs[seq].first.map(|first| linker.first_of(first)));
                }
            }
            linker.locations.insert(at, location);
        }
        Ok(linker.finish(start, marks))
    }

    fn finish(mut self, start: ElementId, mut marks: Vec<Marks>) -> Automat {
        // Where alternatives meet at the end of an atomic sequence, what holds there holds behind it.
        for (at, location) in &self.locations {
            let is_meeting = matches!(self.flow.elements[*at].part, Part::Meet);
            if let ([only], true) = (&*location.transitions, is_meeting && marks[*at].end) {
                marks[only.target as usize].end = true;
            }
        }
        let count = self.flow.elements.len();
        let mut automat = Automat { start: start as u32, ..Automat::default() };
        for (at, &marks) in marks.iter().enumerate().take(count) {
            let element = &self.flow.elements[at];
            let mut location = self.locations.remove(&at).unwrap_or_default();
            (location.marks, location.pos) = (marks, element.pos);
            automat.locations.push(location);
            let op = match &element.part {
                Part::Op(op) => op.clone(),
                Part::DStep(seq) => {
                    let first = self.flow.seqs[*seq].first.map_or(at, |first| self.first_of(first));
                    Op::DStep(first as u32)
                }
                _ => Op::Skip,
            };
            let has_timeout = self.asks_timeout(at);
            let statement = Statement { op, pos: element.pos, text: (&*element.text).into(), has_timeout };
            automat.statements.push(statement);
            automat.within.push(element.within.map_or(0, |within| within as u32 + 1));
        }
        automat
    }

    fn asks_timeout(&self, at: ElementId) -> bool {
        match &self.flow.elements[at].part {
            Part::Op(Op::Condition(expr) | Op::Assign(_, expr) | Op::Assert(expr)) => asks_timeout(expr),
            Part::DStep(_) => {
                let inner =
                    (0..self.flow.elements.len()).filter(|&i| self.flow.elements[i].within == Some(at));
                inner.into_iter().any(|i| self.asks_timeout(i))
            }
            _ => false,
        }
    }

    /// The element that an alternative begins with.
    fn first_of(&self, mut at: ElementId) -> ElementId {
        for _ in 0..MAX_JUMPS {
            let element = &self.flow.elements[at];
            at = match (&element.part, element.next) {
                (Part::Meet, Some(next)) => next,
                (Part::Unless, _) => match self.flow.seqs[element.subs[0]].first {
                    Some(first) => first,
                    None => return at,
                },
                _ => return at,
            };
        }
        at
    }

    /// The state that control comes to here. Within an atomic sequence, what leaves it is a state of its own.
    fn hunt(&self, from: ElementId, is_atomic: bool) -> Result<ElementId, Refusal> {
        let mut at = from;
        for _ in 0..MAX_JUMPS {
            let element = &self.flow.elements[at];
            let to = match element.part {
                Part::Goto(_) => self.flow.landing(at),
                Part::Meet | Part::Exit => element.next,
                Part::Unless => match self.flow.seqs[element.subs[0]].first {
                    Some(first) => Some(self.hunt(first, is_atomic)?),
                    None => None,
                },
                _ => return Ok(at),
            };
            let Some(to) = to else { return Ok(at) };
            if is_atomic && !self.flow.elements[to].atom {
                return Ok(at);
            }
            at = to;
        }
        wrong(self.flow.elements[from].pos, "from here jumps lead round in a circle")
    }

    /// Statements that can be done in a state: alternatives within alternatives are alternatives.
    fn leaves(&self, at: ElementId, way: &mut Vec<ElementId>, out: &mut Vec<Leaf>) {
        let element = &self.flow.elements[at];
        let firsts: Vec<ElementId> = match element.part {
            Part::If | Part::Do => element.subs.iter().filter_map(|&sub| self.flow.seqs[sub].first).collect(),
            Part::Atomic(seq) | Part::Plain(seq) => self.flow.seqs[seq].first.into_iter().collect(),
            _ => {
                out.push((at, way.clone()));
                return;
            }
        };
        for first in firsts {
            let first = self.first_of(first);
            if way.contains(&first) {
                continue;
            }
            way.push(first);
            self.leaves(first, way, out);
            way.pop();
        }
    }

    fn location(&self, at: ElementId, marks: &mut [Marks]) -> Result<Location, Refusal> {
        let mut leaves = Vec::new();
        self.leaves(at, &mut Vec::new(), &mut leaves);
        let mut list = Vec::new();
        for (leaf, way) in &leaves {
            let transition = self.transition(*leaf, 0)?;
            // What an alternative's label says holds behind its first statement.
            for passed in way {
                let passed = marks[*passed];
                marks[transition.target as usize].add(passed);
            }
            list.push(transition);
        }
        for (leaf, _) in &leaves {
            let element = &self.flow.elements[*leaf];
            if matches!(element.part, Part::Meet) {
                continue;
            }
            for &escape in element.escapes.iter().rev() {
                let Some(first) = self.flow.seqs[escape].first else { continue };
                let from = self.hunt(first, element.atom)?;
                let mut ways = Vec::new();
                self.leaves(from, &mut Vec::new(), &mut ways);
                for (way, _) in ways {
                    if list.iter().all(|known| known.statement != way as u32) {
                        list.insert(0, self.transition(way, from as u32 + 1)?);
                    }
                }
            }
        }
        Ok(Location { transitions: list, ..Location::default() })
    }

    fn transition(&self, leaf: ElementId, escape: u32) -> Result<Transition, Refusal> {
        let element = &self.flow.elements[leaf];
        let next = match element.part {
            Part::Goto(_) => self.flow.landing(leaf),
            _ => element.next,
        };
        let target = match next {
            Some(next) => self.hunt(next, element.atom)?,
            None => leaf,
        };
        Ok(Transition { statement: leaf as u32, target: target as u32, atom: element.atom, escape })
    }
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
