//! All states in which some functions hold, one by one: for small models, and for a first look at larger ones.
//!
//! Bits are chosen one after the other, and everything that follows from them is kept up to date in three values; a
//! choice that makes one of the functions false is not gone on with. Relations whose bits are each determined by the
//! state before are solved without a wrong turn of more than one bit.

use crate::circuit::{Bit, Circuit, Gate, Lit};
use crate::model::SymbolicModel;
use crate::value::{Assignment, VariableKind};
use std::collections::BTreeMap;

/// There are more solutions than were asked for, or they are too hard to find this way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany;

/// Why a search ended before its end.
enum Stopped {
    /// There are more solutions than were asked for.
    Found,
    /// There were too many choices to try.
    Tired,
}

/// Choices of single bits that are tried before the search is given up.
const MAX_TRIES: u64 = 1 << 26;

/// Finds where the same functions hold, for one state before the step after the other.
pub struct Solver {
    nodes: Vec<Gate>,
    /// What must hold, as positions among `nodes`.
    wanted: Vec<(u32, bool)>,
    /// Bits of the state before the step that are known when it begins.
    given: Vec<(Bit, u32)>,
    unknown: Vec<Unknown>,
    bits: usize,
}

struct Unknown {
    bit: Bit,
    /// It is one of the state that is looked for; otherwise of the input.
    is_state: bool,
    /// Its position, and those of what depends on it, if anything does.
    depends: Vec<u32>,
}

type Truth = Option<bool>;

struct Backtracking<'a> {
    values: Vec<Truth>,
    trail: Vec<(u32, Truth)>,
    found: BTreeMap<Assignment, Assignment>,
    state: Assignment,
    input: Assignment,
    tries: u64,
    most: usize,
    most_tries: u64,
    solver: &'a Solver,
}

impl Solver {
    /// Looks for states in which runs begin.
    pub fn beginnings(model: &SymbolicModel) -> Solver {
        let wanted: Vec<Lit> = model.init.iter().chain(&model.invar).copied().collect();
        let unknown = model.bits_of(VariableKind::State).into_iter().map(|bit| (bit, true, Gate::Now(bit)));
        Solver::new(model.bits(), &model.circuit, &wanted, unknown.collect())
    }

    /// Looks for states that one step leads to.
    pub fn steps(model: &SymbolicModel) -> Solver {
        let mut circuit = model.circuit.clone();
        let mut wanted = circuit.after(&model.invar);
        wanted.extend(&model.trans);
        let inputs = model.bits_of(VariableKind::Input).into_iter().map(|bit| (bit, false, Gate::Now(bit)));
        let states = model.bits_of(VariableKind::State).into_iter().map(|bit| (bit, true, Gate::Next(bit)));
        Solver::new(model.bits(), &circuit, &wanted, inputs.chain(states).collect())
    }

    fn new(bits: usize, circuit: &Circuit, wanted: &[Lit], unknown: Vec<(Bit, bool, Gate)>) -> Solver {
        let cone = circuit.cone(wanted);
        let mut position = vec![u32::MAX; circuit.len()];
        cone.iter().zip(0u32..).for_each(|(&node, at)| position[node] = at);
        let at = |lit: Lit| Lit::new(position[lit.node()] as usize, lit.is_negated());
        let nodes: Vec<Gate> = cone
            .iter()
            .map(|&node| match circuit.gate(node) {
                Gate::And(a, b) => Gate::And(at(a), at(b)),
                Gate::Xor(a, b) => Gate::Xor(at(a), at(b)),
                Gate::Ite(a, b, c) => Gate::Ite(at(a), at(b), at(c)),
                leaf => leaf,
            })
            .collect();
        let unknown: Vec<Unknown> = unknown
            .into_iter()
            .map(|(bit, is_state, leaf)| Unknown { bit, is_state, depends: dependents(&nodes, leaf) })
            .collect();
        let chosen: Vec<u32> = unknown.iter().filter_map(|one| one.depends.first().copied()).collect();
        let given = nodes.iter().zip(0u32..).filter_map(|(gate, at)| match gate {
            Gate::Now(bit) if !chosen.contains(&at) => Some((*bit, at)),
            _ => None,
        });
        Solver {
            given: given.collect(),
            wanted: wanted.iter().map(|lit| (position[lit.node()], !lit.is_negated())).collect(),
            nodes,
            unknown,
            bits,
        }
    }

    /// The states that are looked for, in order, each with the inputs that lead there first; `now` is the state before
    /// the step.
    ///
    /// # Errors
    /// If there are more than `most` of them, or they cannot be found in reasonable time.
    pub fn solve(&self, now: &Assignment, most: usize) -> Result<Vec<(Assignment, Assignment)>, TooMany> {
        self.search(now, most, MAX_TRIES).map_err(|_| TooMany)
    }

    fn search(
        &self,
        now: &Assignment,
        most: usize,
        most_tries: u64,
    ) -> Result<Vec<(Assignment, Assignment)>, Stopped> {
        let mut run = Backtracking {
            values: vec![None; self.nodes.len()],
            trail: Vec::new(),
            found: BTreeMap::new(),
            state: Assignment::zero(self.bits),
            input: Assignment::zero(self.bits),
            tries: 0,
            most,
            most_tries,
            solver: self,
        };
        for &(bit, at) in &self.given {
            run.values[at as usize] = Some(now.get(bit));
        }
        for at in 0..self.nodes.len() {
            if run.values[at].is_none() {
                run.values[at] = run.truth(at);
            }
        }
        if run.is_possible() {
            run.choose(0)?;
        }
        Ok(run.found.into_iter().collect())
    }
}

/// Whether some functions can all hold at once, whatever the bits before and after the step are; nothing if that is
/// not known after so many choices of single bits.
pub fn can_hold(circuit: &Circuit, wanted: &[Lit], most_tries: u64) -> Option<bool> {
    // Every bit of the two states counts as one of a state that is looked for, those after the step behind the others.
    let (now, next) = circuit.support(wanted);
    let behind = now.last().map_or(0, |bit| bit.0 + 1);
    let unknown = now.iter().map(|bit| (*bit, true, Gate::Now(*bit)));
    let unknown: Vec<_> =
        unknown.chain(next.iter().map(|bit| (Bit(behind + bit.0), true, Gate::Next(*bit)))).collect();
    let bits = unknown.last().map_or(0, |(bit, ..)| bit.0 as usize + 1);
    match Solver::new(bits, circuit, wanted, unknown).search(&Assignment::zero(bits), 0, most_tries) {
        Ok(found) => Some(!found.is_empty()),
        Err(Stopped::Found) => Some(true),
        Err(Stopped::Tired) => None,
    }
}

/// The positions of a leaf and of all that is made of it.
fn dependents(nodes: &[Gate], leaf: Gate) -> Vec<u32> {
    let mut reached = vec![false; nodes.len()];
    for (at, gate) in nodes.iter().enumerate() {
        reached[at] = match *gate {
            Gate::And(a, b) | Gate::Xor(a, b) => reached[a.node()] || reached[b.node()],
            Gate::Ite(a, b, c) => reached[a.node()] || reached[b.node()] || reached[c.node()],
            own => own == leaf,
        };
    }
    (0u32..).zip(&reached).filter(|(_, reached)| **reached).map(|(at, _)| at).collect()
}

impl Backtracking<'_> {
    fn at(&self, lit: Lit) -> Truth {
        self.values[lit.node()].map(|truth| truth != lit.is_negated())
    }

    fn truth(&self, at: usize) -> Truth {
        match self.solver.nodes[at] {
            Gate::True => Some(true),
            Gate::Now(_) | Gate::Next(_) => self.values[at],
            Gate::And(a, b) => match (self.at(a), self.at(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Gate::Xor(a, b) => self.at(a).zip(self.at(b)).map(|(a, b)| a != b),
            Gate::Ite(a, b, c) => match self.at(a) {
                Some(true) => self.at(b),
                Some(false) => self.at(c),
                None if self.at(b) == self.at(c) => self.at(b),
                None => None,
            },
        }
    }

    fn is_possible(&self) -> bool {
        self.solver.wanted.iter().all(|&(at, truth)| self.values[at as usize] != Some(!truth))
    }

    fn choose(&mut self, depth: usize) -> Result<(), Stopped> {
        let Some(unknown) = self.solver.unknown.get(depth) else {
            self.found.entry(self.state.clone()).or_insert_with(|| self.input.clone());
            return if self.found.len() > self.most { Err(Stopped::Found) } else { Ok(()) };
        };
        for value in [false, true] {
            self.tries += 1;
            if self.tries > self.most_tries {
                return Err(Stopped::Tired);
            }
            let mark = self.trail.len();
            let chosen = if unknown.is_state { &mut self.state } else { &mut self.input };
            chosen.set(unknown.bit, value);
            for (number, &at) in unknown.depends.iter().enumerate() {
                let before = self.values[at as usize];
                let after = if number == 0 { Some(value) } else { self.truth(at as usize) };
                if before != after {
                    self.trail.push((at, before));
                    self.values[at as usize] = after;
                }
            }
            let result = if self.is_possible() { self.choose(depth + 1) } else { Ok(()) };
            while self.trail.len() > mark {
                if let Some((at, before)) = self.trail.pop() {
                    self.values[at as usize] = before;
                }
            }
            result?;
        }
        let chosen = if unknown.is_state { &mut self.state } else { &mut self.input };
        chosen.set(unknown.bit, false);
        Ok(())
    }
}
