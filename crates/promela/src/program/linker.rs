//! From elements to transitions: which statements can be done in a state of a process, and where they lead.

use super::{Automat, Location, Statement, Transition, asks_timeout};
use crate::error::{Pos, Refusal, wrong};
use crate::flow::{ElementId, ElementKind, Flow, Marks};
use crate::syntax::Op;
use base::FastMap;

/// Jumps in a row that are followed; more are taken for a circle.
const MAX_JUMPS: usize = 500;

/// From elements to transitions.
pub(super) struct Linker<'a> {
    flow: &'a Flow,
    locations: FastMap<ElementId, Location>,
}

/// A statement that can be done in a state, and the elements on the way to it.
type Leaf = (ElementId, Vec<ElementId>);

impl Linker<'_> {
    pub fn of(flow: &Flow) -> Result<Automat, Refusal> {
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
                if let ElementKind::DStep(seq) = flow.elements[transition.statement as usize].part {
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
            let is_meeting = matches!(self.flow.elements[*at].part, ElementKind::Meet);
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
                ElementKind::Op(op) => op.clone(),
                ElementKind::DStep(seq) => {
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
            ElementKind::Op(Op::Condition(expr) | Op::Assign(_, expr) | Op::Assert(expr)) => {
                asks_timeout(expr)
            }
            ElementKind::DStep(_) => {
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
                (ElementKind::Meet, Some(next)) => next,
                (ElementKind::Unless, _) => match self.flow.seqs[element.subs[0]].first {
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
                ElementKind::Goto(_) => self.flow.landing(at),
                ElementKind::Meet | ElementKind::Exit => element.next,
                ElementKind::Unless => match self.flow.seqs[element.subs[0]].first {
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
            ElementKind::If | ElementKind::Do => {
                element.subs.iter().filter_map(|&sub| self.flow.seqs[sub].first).collect()
            }
            ElementKind::Atomic(seq) | ElementKind::Plain(seq) => {
                self.flow.seqs[seq].first.into_iter().collect()
            }
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
            if matches!(element.part, ElementKind::Meet) {
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
            ElementKind::Goto(_) => self.flow.landing(leaf),
            _ => element.next,
        };
        let target = match next {
            Some(next) => self.hunt(next, element.atom)?,
            None => leaf,
        };
        Ok(Transition { statement: leaf as u32, target: target as u32, atom: element.atom, escape })
    }
}
