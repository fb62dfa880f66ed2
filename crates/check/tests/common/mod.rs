//! Random graphs and formulas, and evaluators written after the meaning of the operators and nothing else.

#![allow(dead_code)]

use check::{Graph, STUTTER, Step};
use logic::{Binary, Fix, Formula, Unary};
use lts::Choice;
use testkit::random;

pub const ATOMS: usize = 2;

pub struct Random(random::Random);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    pub fn below(&mut self, below: usize) -> usize {
        self.0.below(below)
    }

    pub fn graph(&mut self, most: usize) -> Graph {
        let count = 1 + self.below(most);
        let edges = 1 + self.below(4);
        let steps = (0..count).map(|_| self.steps(edges, count)).collect();
        let valuations = (0..count).map(|_| self.below(1 << ATOMS) as u64).collect();
        Graph::new(vec![0], valuations, steps, STUTTER)
    }

    fn steps(&mut self, most: usize, states: usize) -> Vec<Step> {
        let count = self.below(most + 1) as u32;
        let step = |value| {
            let (actor, to) = (self.below(2) as u32, self.below(states) as u32);
            Step { choice: Choice { actor, value }, to }
        };
        (0..count).map(step).collect()
    }

    fn leaf(&mut self) -> Formula {
        match self.below(8) {
            0 => Formula::True,
            1 => Formula::False,
            _ => Formula::Atom(self.below(ATOMS) as u32),
        }
    }

    pub fn ltl(&mut self, size: usize) -> Formula {
        const UNARY: [Unary; 4] = [Unary::Not, Unary::Next, Unary::Future, Unary::Globally];
        const BINARY: [Binary; 6] =
            [Binary::And, Binary::Or, Binary::Implies, Binary::Until, Binary::Release, Binary::WeakUntil];
        match size {
            0 | 1 => self.leaf(),
            2 => Formula::unary(UNARY[self.below(4)], self.leaf()),
            _ if self.below(2) == 0 => Formula::unary(UNARY[self.below(4)], self.ltl(size - 1)),
            _ => {
                let left = 1 + self.below(size - 2);
                Formula::binary(BINARY[self.below(6)], self.ltl(left), self.ltl(size - 1 - left))
            }
        }
    }

    pub fn ctl(&mut self, size: usize) -> Formula {
        let quantifier = if self.below(2) == 0 { Unary::All } else { Unary::Exists };
        const TEMPORAL: [Binary; 4] =
            [Binary::Until, Binary::Release, Binary::WeakUntil, Binary::StrongRelease];
        match size {
            0 | 1 => self.leaf(),
            _ if self.below(6) == 0 => self.ctl(size - 1).negate(),
            _ if self.below(2) == 0 || size == 2 => {
                let op = [Unary::Next, Unary::Future, Unary::Globally][self.below(3)];
                Formula::unary(quantifier, Formula::unary(op, self.ctl(size - 1)))
            }
            _ => {
                let left = 1 + self.below(size - 2);
                let (a, b) = (self.ctl(left), self.ctl(size - 1 - left));
                match self.below(4) {
                    0 => Formula::and(a, b),
                    1 => Formula::binary(Binary::Iff, a, b),
                    _ => Formula::unary(quantifier, Formula::binary(TEMPORAL[self.below(4)], a, b)),
                }
            }
        }
    }

    /// A formula in which variables are positive, fixpoints of both kinds nested.
    pub fn mu(&mut self, size: usize, bound: &mut Vec<u32>, fresh: &mut u32) -> Formula {
        let step = |all: bool, of: Formula| {
            Formula::unary(if all { Unary::All } else { Unary::Exists }, Formula::unary(Unary::Next, of))
        };
        if size <= 1 {
            return match bound.is_empty() || self.below(3) == 0 {
                true => self.leaf(),
                false => Formula::Var(bound[self.below(bound.len())]),
            };
        }
        match self.below(4) {
            0 => {
                let fix = if self.below(2) == 0 { Fix::Least } else { Fix::Greatest };
                let variable = *fresh;
                *fresh += 1;
                bound.push(variable);
                let body = self.mu(size - 1, bound, fresh);
                bound.pop();
                Formula::Fixpoint(fix, variable, Box::new(body))
            }
            1 => step(self.below(2) == 0, self.mu(size - 1, bound, fresh)),
            _ if size > 2 => {
                let left = 1 + self.below(size - 2);
                let (a, b) = (self.mu(left, bound, fresh), self.mu(size - 1 - left, bound, fresh));
                if self.below(2) == 0 { Formula::and(a, b) } else { Formula::or(a, b) }
            }
            _ => step(self.below(2) == 0, self.mu(size - 1, bound, fresh)),
        }
    }
}

/// CTL by the fixpoint equations of the lecture, iterated on sets; the mu-calculus by the sequences that
/// define its fixpoints.
pub fn by_equations(graph: &Graph, formula: &Formula, values: &mut Vec<(u32, Vec<bool>)>) -> Vec<bool> {
    let count = graph.len();
    let step = |set: &[bool], all: bool| before(graph, set, all);
    let limit = |start: bool, next: &mut dyn FnMut(&[bool]) -> Vec<bool>| {
        let mut now = vec![start; count];
        loop {
            let then = next(&now);
            if then == now {
                return now;
            }
            now = then;
        }
    };
    match formula {
        Formula::True => vec![true; count],
        Formula::False => vec![false; count],
        Formula::Atom(atom) => graph.valuations.iter().map(|v| v >> atom & 1 == 1).collect(),
        Formula::Var(v) => values.iter().rev().find(|(bound, _)| bound == v).unwrap().1.clone(),
        Formula::Unary(Unary::Not, a) => by_equations(graph, a, values).into_iter().map(|x| !x).collect(),
        Formula::Unary(quantifier, path) => {
            let all = *quantifier == Unary::All;
            match &**path {
                Formula::Unary(Unary::Next, a) => step(&by_equations(graph, a, values), all),
                Formula::Unary(op, a) => {
                    let a = by_equations(graph, a, values);
                    let is_future = *op == Unary::Future;
                    limit(!is_future, &mut |y| {
                        let next = step(y, all);
                        (0..count)
                            .map(|i| if is_future { a[i] || next[i] } else { a[i] && next[i] })
                            .collect()
                    })
                }
                Formula::Binary(op, a, b) => {
                    let (a, b) = (by_equations(graph, a, values), by_equations(graph, b, values));
                    let greatest = matches!(op, Binary::Release | Binary::WeakUntil);
                    let is_until = matches!(op, Binary::Until | Binary::WeakUntil);
                    limit(greatest, &mut |y| {
                        let next = step(y, all);
                        (0..count)
                            .map(
                                |i| {
                                    if is_until { b[i] || a[i] && next[i] } else { b[i] && (a[i] || next[i]) }
                                },
                            )
                            .collect()
                    })
                }
                other => panic!("not CTL: {other:?}"),
            }
        }
        Formula::Binary(op, a, b) => {
            let (a, b) = (by_equations(graph, a, values), by_equations(graph, b, values));
            let of = |a: bool, b: bool| match op {
                Binary::And => a && b,
                Binary::Or => a || b,
                Binary::Implies => !a || b,
                _ => a == b,
            };
            a.into_iter().zip(b).map(|(a, b)| of(a, b)).collect()
        }
        Formula::Fixpoint(fix, variable, body) => limit(*fix == Fix::Greatest, &mut |y| {
            values.push((*variable, y.to_vec()));
            let next = by_equations(graph, body, values);
            values.pop();
            next
        }),
    }
}

/// AX or EX.
fn before(graph: &Graph, set: &[bool], all: bool) -> Vec<bool> {
    let to = |step: &check::Step| set[step.to as usize];
    let one = |s: u32| if all { graph.steps(s).iter().all(to) } else { graph.steps(s).iter().any(to) };
    (0..graph.len() as u32).map(one).collect()
}
