//! The truth of functions in given states: what all engines are judged by.

use crate::circuit::{Circuit, Gate, Lit};
use crate::value::Assignment;

/// Evaluates some functions of a circuit again and again.
pub struct Evaluator {
    /// What is evaluated, parts before what is made of them.
    nodes: Vec<(usize, Gate)>,
    truth: Vec<bool>,
}

impl Evaluator {
    /// Ready for these functions and their parts, and for no others.
    pub fn new(circuit: &Circuit, of: &[Lit]) -> Evaluator {
        let nodes: Vec<(usize, Gate)> =
            circuit.cone(of).into_iter().map(|node| (node, circuit.gate(node))).collect();
        let mut truth = vec![false; nodes.last().map_or(1, |(node, _)| node + 1)];
        truth[0] = true;
        Evaluator { nodes, truth }
    }

    /// Looks at a step from one state to another. Functions of one state look at `now` alone.
    pub fn look(&mut self, now: &Assignment, next: &Assignment) {
        for &(node, gate) in &self.nodes {
            let at = |lit: Lit| self.truth[lit.node()] != lit.is_negated();
            self.truth[node] = match gate {
                Gate::True => true,
                Gate::Now(bit) => now.get(bit),
                Gate::Next(bit) => next.get(bit),
                Gate::And(a, b) => at(a) && at(b),
                Gate::Xor(a, b) => at(a) != at(b),
                Gate::Ite(a, b, c) => at(if at(a) { b } else { c }),
            };
        }
    }

    /// The truth of one of the functions where it was looked last.
    pub fn holds(&self, lit: Lit) -> bool {
        self.truth[lit.node()] != lit.is_negated()
    }
}
