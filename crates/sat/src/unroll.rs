//! A circuit as clauses, once for each moment of a path (Tseitin): the state after a step at one moment is the state
//! before the step at the next.

use crate::solver::{Literal, Sat, StopSign};
use sym::{Assignment, Bit, Circuit, Gate, Lit};

pub struct Unrolling<'a> {
    pub sat: Sat,
    circuit: &'a Circuit,
    truth: Literal,
    /// For each moment the literals of bits, made when they are first asked for.
    bits: Vec<Vec<Option<Literal>>>,
    /// For each moment those of nodes, in the same way.
    nodes: Vec<Vec<Option<Literal>>>,
    width: usize,
}

impl<'a> Unrolling<'a> {
    /// Nothing is known of any moment. States have `width` bits.
    pub fn new(circuit: &'a Circuit, width: usize, stop: &StopSign) -> Unrolling<'a> {
        let mut sat = Sat::new(stop);
        let truth = sat.fresh();
        sat.add(&[truth]);
        Unrolling { sat, circuit, truth, bits: Vec::new(), nodes: Vec::new(), width }
    }

    /// A bit at a moment.
    pub fn bit(&mut self, time: usize, bit: Bit) -> Literal {
        while self.bits.len() <= time {
            self.bits.push(vec![None; self.width]);
        }
        let sat = &mut self.sat;
        *self.bits[time][bit.0 as usize].get_or_insert_with(|| sat.fresh())
    }

    /// A function at a moment.
    pub fn lit(&mut self, time: usize, of: Lit) -> Literal {
        while self.nodes.len() <= time {
            self.nodes.push(vec![None; self.circuit.len()]);
        }
        let mut pending = vec![of.node()];
        while let Some(&node) = pending.last() {
            if self.nodes[time][node].is_some() {
                pending.pop();
                continue;
            }
            let gate = self.circuit.gate(node);
            let missing = parts(gate).into_iter().flatten().map(Lit::node);
            let before = pending.len();
            pending.extend(missing.filter(|&part| self.nodes[time][part].is_none()));
            if pending.len() == before {
                self.nodes[time][node] = Some(self.define(time, gate));
            }
        }
        self.at(time, of)
    }

    fn at(&self, time: usize, lit: Lit) -> Literal {
        self.nodes[time][lit.node()].unwrap_or(self.truth).flip(lit.is_negated())
    }

    /// The literal of a gate whose parts have theirs.
    fn define(&mut self, time: usize, gate: Gate) -> Literal {
        match gate {
            Gate::True => self.truth,
            Gate::Now(bit) => self.bit(time, bit),
            Gate::Next(bit) => self.bit(time + 1, bit),
            Gate::And(a, b) => {
                let (a, b, out) = (self.at(time, a), self.at(time, b), self.sat.fresh());
                self.sat.add(&[!out, a]);
                self.sat.add(&[!out, b]);
                self.sat.add(&[out, !a, !b]);
                out
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.at(time, a), self.at(time, b));
                self.differ(a, b)
            }
            Gate::Ite(a, b, c) => {
                let (a, b, c, out) = (self.at(time, a), self.at(time, b), self.at(time, c), self.sat.fresh());
                self.sat.add(&[!a, !b, out]);
                self.sat.add(&[!a, b, !out]);
                self.sat.add(&[a, !c, out]);
                self.sat.add(&[a, c, !out]);
                out
            }
        }
    }

    /// True where two literals differ.
    pub fn differ(&mut self, a: Literal, b: Literal) -> Literal {
        let out = self.sat.fresh();
        self.sat.add(&[!out, a, b]);
        self.sat.add(&[!out, !a, !b]);
        self.sat.add(&[out, !a, b]);
        self.sat.add(&[out, a, !b]);
        out
    }

    /// These functions hold at a moment.
    pub fn assert(&mut self, time: usize, all: &[Lit]) {
        for &lit in all {
            let literal = self.lit(time, lit);
            self.sat.add(&[literal]);
        }
    }

    /// What bits were at a moment in the last answer that was yes.
    pub fn state(&self, time: usize) -> Assignment {
        let mut state = Assignment::zero(self.width);
        for (number, literal) in self.bits.get(time).into_iter().flatten().enumerate() {
            if literal.is_some_and(|literal| self.sat.value(literal)) {
                state.set(Bit(number as u32), true);
            }
        }
        state
    }
}

fn parts(gate: Gate) -> [Option<Lit>; 3] {
    match gate {
        Gate::True | Gate::Now(_) | Gate::Next(_) => [None; 3],
        Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
        Gate::Ite(a, b, c) => [Some(a), Some(b), Some(c)],
    }
}
