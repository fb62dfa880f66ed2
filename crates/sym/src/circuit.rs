//! Boolean functions as one graph of gates in which equal functions that are built alike are the same node.
//!
//! Literals carry the negation, so a function and its opposite share their node: an and-inverter graph, with exclusive
//! or and if-then-else kept as gates of their own, because decision diagrams and clauses both have a better form for
//! them.

use base::FastMap;
use std::ops::Not;

/// A bit of the state, or of the input of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Bit(pub u32);

/// A node, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);

    pub fn new(node: usize, negated: bool) -> Lit {
        Lit((node as u32) << 1 | u32::from(negated))
    }

    /// The node that it is about.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn of(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    /// The literal negated if asked for.
    pub fn flip(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    pub fn is_constant(self) -> bool {
        self.node() == 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// What a node computes. The parts of a gate have smaller numbers than the gate itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// Node 0, and no other.
    True,
    /// A bit before the step.
    Now(Bit),
    /// A bit after the step.
    Next(Bit),
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// If the first, then the second, else the third.
    Ite(Lit, Lit, Lit),
}

#[derive(Clone, Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    known: FastMap<Gate, u32>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit { gates: vec![Gate::True], known: FastMap::default() }
    }
}

impl Circuit {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn gate(&self, node: usize) -> Gate {
        self.gates[node]
    }

    /// All gates in order: the parts of a gate stand before it.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        let next = self.gates.len() as u32;
        let node = *self.known.entry(gate).or_insert(next);
        if node == next {
            self.gates.push(gate);
        }
        Lit::new(node as usize, false)
    }

    pub fn now(&mut self, bit: Bit) -> Lit {
        self.intern(Gate::Now(bit))
    }

    pub fn next(&mut self, bit: Bit) -> Lit {
        self.intern(Gate::Next(bit))
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        self.intern(Gate::And(a, b))
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.flip(a.is_negated()), b.flip(b.is_negated()));
        let (a, b) = (a.min(b), a.max(b));
        if a == b {
            return Lit::of(negate);
        }
        if a == Lit::TRUE {
            return b.flip(!negate);
        }
        self.intern(Gate::Xor(a, b)).flip(negate)
    }

    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    pub fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        let (condition, then, otherwise) = match condition.is_negated() {
            true => (!condition, otherwise, then),
            false => (condition, then, otherwise),
        };
        if condition == Lit::TRUE || then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.iff(condition, then);
        }
        if then == Lit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Lit::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Lit::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == Lit::TRUE || otherwise == !condition {
            return self.implies(condition, then);
        }
        let negate = then.is_negated();
        self.intern(Gate::Ite(condition, then.flip(negate), otherwise.flip(negate))).flip(negate)
    }

    /// All of them, as a balanced tree.
    pub fn all(&mut self, parts: &[Lit]) -> Lit {
        match parts {
            [] => Lit::TRUE,
            [one] => *one,
            _ => {
                let (left, right) = parts.split_at(parts.len() / 2);
                let (left, right) = (self.all(left), self.all(right));
                self.and(left, right)
            }
        }
    }

    /// Any of them.
    pub fn any(&mut self, parts: &[Lit]) -> Lit {
        let negated: Vec<Lit> = parts.iter().map(|part| !*part).collect();
        !self.all(&negated)
    }

    /// The same function of the state after the step: every `Now` becomes `Next`.
    ///
    /// # Panics
    /// If it speaks of the state after the step already: there is no second step.
    pub fn after(&mut self, of: &[Lit]) -> Vec<Lit> {
        let cone = self.cone(of);
        let mut moved: FastMap<usize, Lit> = FastMap::default();
        moved.insert(0, Lit::TRUE);
        for node in cone {
            let at = |lit: Lit| moved[&lit.node()].flip(lit.is_negated());
            let lit = match self.gates[node] {
                Gate::True => Lit::TRUE,
                Gate::Now(bit) => self.next(bit),
                Gate::Next(_) => panic!("a function of one state speaks of the next"),
                Gate::And(a, b) => {
                    let (a, b) = (at(a), at(b));
                    self.and(a, b)
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (at(a), at(b));
                    self.xor(a, b)
                }
                Gate::Ite(a, b, c) => {
                    let (a, b, c) = (at(a), at(b), at(c));
                    self.ite(a, b, c)
                }
            };
            moved.insert(node, lit);
        }
        of.iter().map(|lit| moved[&lit.node()].flip(lit.is_negated())).collect()
    }

    /// The nodes that these functions are made of, parts before what is made of them.
    pub fn cone(&self, of: &[Lit]) -> Vec<usize> {
        let mut seen = base::FastSet::default();
        let mut pending: Vec<usize> = of.iter().map(|lit| lit.node()).collect();
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            match self.gates[node] {
                Gate::And(a, b) | Gate::Xor(a, b) => pending.extend([a.node(), b.node()]),
                Gate::Ite(a, b, c) => pending.extend([a.node(), b.node(), c.node()]),
                Gate::True | Gate::Now(_) | Gate::Next(_) => {}
            }
        }
        let mut cone: Vec<usize> = seen.into_iter().collect();
        cone.sort_unstable();
        cone
    }

    /// The bits that a function looks at before and after the step, each list in order.
    pub fn support(&self, of: &[Lit]) -> (Vec<Bit>, Vec<Bit>) {
        let (mut now, mut next) = (Vec::new(), Vec::new());
        for node in self.cone(of) {
            match self.gates[node] {
                Gate::Now(bit) => now.push(bit),
                Gate::Next(bit) => next.push(bit),
                _ => {}
            }
        }
        now.sort_unstable();
        next.sort_unstable();
        (now, next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_that_are_built_alike_are_one_node() {
        let mut circuit = Circuit::default();
        let (a, b) = (circuit.now(Bit(0)), circuit.now(Bit(1)));
        assert_eq!(circuit.and(a, b), circuit.and(b, a));
        assert_eq!(circuit.and(a, !a), Lit::FALSE);
        assert_eq!(circuit.xor(a, !b), circuit.iff(b, a));
        assert_eq!(circuit.ite(!a, b, !b), circuit.xor(a, b));
        assert_eq!(circuit.ite(a, Lit::TRUE, b), circuit.or(a, b));
        let lits = [a, b];
        assert_eq!(circuit.all(&lits), circuit.and(a, b));
        assert_eq!(circuit.any(&[]), Lit::FALSE);
    }

    #[test]
    fn the_next_state_is_a_renaming() {
        let mut circuit = Circuit::default();
        let (a, b) = (circuit.now(Bit(0)), circuit.now(Bit(3)));
        let (c, d) = (circuit.next(Bit(0)), circuit.next(Bit(3)));
        let (now, next) = (circuit.xor(a, !b), circuit.xor(c, !d));
        assert_eq!(circuit.after(&[now, Lit::FALSE, !now]), [next, Lit::FALSE, !next]);
        assert_eq!(circuit.support(&[now, c]), (vec![Bit(0), Bit(3)], vec![Bit(0)]));
    }
}
