//! Why a state has a formula of the mu-calculus: the play of a parity game (Emerson and Jutla 1991), solved
//! after Zielonka (1998).
//!
//! A position is a state and a part of the formula. One player claims that the state has the part: it chooses
//! at `||` and `EX`. The other chooses at `&&` and `AX`. A play that goes on for ever is won by the first if
//! the outermost fixpoint that comes again and again is a greatest one.

use crate::effort::Effort;
use crate::evidence::Evidence;
use crate::graph::{Graph, Step};
use crate::mu::apart;
use logic::{Binary, Fix, Formula, Unary, negation_normal_form};

/// Positions of a game that is solved; beyond this a formula's verdict is told without a path.
const MAX_POSITIONS: usize = 2_000_000;

/// A path that shows why a state has a formula of the mu-calculus, as far as one path can; `None` if the game
/// is too large.
pub fn mu_evidence(graph: &Graph, formula: &Formula, state: u32, effort: &Effort<'_>) -> Option<Evidence> {
    let normal = apart(&negation_normal_form(formula), &mut Vec::new(), &mut 0);
    let mut parts = Parts::default();
    let root = parts.add(&normal, 0);
    if graph.len().checked_mul(parts.nodes.len())? > MAX_POSITIONS {
        return None;
    }
    let _held = effort.hold(graph.len() * parts.nodes.len() * POSITION_BYTES);
    if effort.is_over() {
        return None;
    }
    let game = Game::new(graph, &parts);
    let mut strategy = vec![NONE; game.moves.len()];
    let all: Vec<bool> = vec![true; game.moves.len()];
    let won = game.solve(&all, &mut strategy, effort);
    let start = game.position(state, root);
    won[start].then(|| game.play(graph, start, &strategy))
}

/// What a position takes with its moves, about.
const POSITION_BYTES: usize = 96;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Node {
    /// Whether it holds is known without moving: a constant or a literal.
    Literal {
        atom: Option<u32>,
        positive: bool,
    },
    Both(usize, usize),
    Either(usize, usize),
    All(usize),
    Some(usize),
    /// A fixpoint, or a variable: on to the body.
    Unfold {
        body: usize,
        priority: u32,
    },
}

/// The parts of a formula, numbered.
#[derive(Default)]
struct Parts {
    nodes: Vec<Node>,
    /// Variables that are bound here, each with the number of its fixpoint and its priority.
    bodies: Vec<(u32, usize, u32)>,
}

/// Above every depth that a formula can have.
const MAX_NESTING: u32 = 1 << 20;

impl Parts {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn add(&mut self, formula: &Formula, depth: u32) -> usize {
        let literal = |atom, positive| Node::Literal { atom, positive };
        match formula {
            Formula::True => self.push(literal(None, true)),
            Formula::Atom(atom) => self.push(literal(Some(*atom), true)),
            Formula::Unary(Unary::Not, a) => match **a {
                Formula::Atom(atom) => self.push(literal(Some(atom), false)),
                _ => self.push(literal(None, false)),
            },
            Formula::Unary(op @ (Unary::All | Unary::Exists), a) => {
                let inner = match &**a {
                    Formula::Unary(Unary::Next, inner) => self.add(inner, depth),
                    other => self.add(other, depth),
                };
                self.push(if *op == Unary::All { Node::All(inner) } else { Node::Some(inner) })
            }
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.add(a, depth), self.add(b, depth));
                self.push(if *op == Binary::And { Node::Both(a, b) } else { Node::Either(a, b) })
            }
            Formula::Var(variable) => {
                let known = self.bodies.iter().rev().find(|(v, ..)| v == variable);
                let (body, priority) = known.map_or((0, 1), |&(_, body, priority)| (body, priority));
                self.push(Node::Unfold { body, priority })
            }
            Formula::Fixpoint(fix, variable, a) => {
                // Outer fixpoints have higher priorities; even ones are good for whoever claims the formula.
                let priority = 2 * (MAX_NESTING - depth) + u32::from(*fix == Fix::Least);
                let own = self.push(Node::Unfold { body: 0, priority });
                // The variable leads back here, and from here to the body.
                self.bodies.push((*variable, own, priority));
                let body = self.add(a, depth + 1);
                self.bodies.pop();
                self.nodes[own] = Node::Unfold { body, priority };
                own
            }
            _ => self.push(literal(None, false)),
        }
    }
}

struct Game {
    nodes: Vec<Node>,
    parts: usize,
    /// Where each position leads.
    moves: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
    /// The claimer moves there.
    is_claimers: Vec<bool>,
    priorities: Vec<u32>,
}

impl Game {
    fn new(graph: &Graph, parts: &Parts) -> Game {
        let width = parts.nodes.len();
        let count = graph.len() * width;
        let mut game = Game {
            nodes: parts.nodes.clone(),
            parts: width,
            moves: vec![Vec::new(); count],
            before: vec![Vec::new(); count],
            is_claimers: vec![false; count],
            priorities: vec![0; count],
        };
        for state in 0..graph.len() as u32 {
            for (part, node) in parts.nodes.iter().enumerate() {
                game.add(graph, state, part, *node);
            }
        }
        for position in 0..count {
            for to in game.moves[position].clone() {
                game.before[to as usize].push(position as u32);
            }
        }
        game
    }

    fn position(&self, state: u32, part: usize) -> usize {
        state as usize * self.parts + part
    }

    fn add(&mut self, graph: &Graph, state: u32, part: usize, node: Node) {
        let here = self.position(state, part);
        let at = |game: &Game, state: u32, part: usize| game.position(state, part) as u32;
        match node {
            Node::Literal { atom, positive } => {
                let value = atom.is_none_or(|atom| graph.valuations[state as usize] >> atom & 1 == 1);
                // A play that has come to a literal stays there, and is won by who is right.
                self.moves[here].push(here as u32);
                self.priorities[here] = u32::from(value != positive);
            }
            Node::Both(a, b) | Node::Either(a, b) => {
                self.is_claimers[here] = matches!(node, Node::Either(..));
                let both = [at(self, state, a), at(self, state, b)];
                self.moves[here].extend(both);
            }
            Node::All(inner) | Node::Some(inner) => {
                self.is_claimers[here] = matches!(node, Node::Some(_));
                let next: Vec<u32> = graph.steps(state).iter().map(|step| at(self, step.to, inner)).collect();
                self.moves[here].extend(next);
            }
            Node::Unfold { body, priority } => {
                let to = at(self, state, body);
                self.moves[here].push(to);
                self.priorities[here] = priority;
            }
        }
    }

    /// The positions of `inside` that the claimer wins; its strategy there is noted.
    fn solve(&self, inside: &[bool], strategy: &mut [u32], effort: &Effort<'_>) -> Vec<bool> {
        let Some(top) = (0..inside.len()).filter(|&p| inside[p]).map(|p| self.priorities[p]).max() else {
            return vec![false; inside.len()];
        };
        let claimers_top = top % 2 == 0;
        let mut won = vec![false; inside.len()];
        let mut rest = inside.to_vec();
        // Positions that the player for whom the top priority is bad can force are taken away until none is
        // left.
        loop {
            let tops: Vec<bool> = (0..rest.len()).map(|p| rest[p] && self.priorities[p] == top).collect();
            let drawn = self.attract(&rest, &tops, claimers_top, strategy, effort);
            let without: Vec<bool> = rest.iter().zip(&drawn).map(|(r, d)| *r && !*d).collect();
            let inner = self.solve(&without, strategy, effort);
            let lost: Vec<bool> = (0..rest.len()).map(|p| without[p] && inner[p] != claimers_top).collect();
            if effort.is_over() || !lost.contains(&true) {
                if claimers_top {
                    for p in (0..rest.len()).filter(|&p| rest[p]) {
                        won[p] = true;
                        if self.is_claimers[p] && self.priorities[p] == top {
                            let stay = self.moves[p].iter().find(|&&to| rest[to as usize]);
                            strategy[p] = stay.copied().unwrap_or(NONE);
                        }
                    }
                }
                return won;
            }
            let taken = self.attract(&rest, &lost, !claimers_top, strategy, effort);
            for p in (0..rest.len()).filter(|&p| taken[p]) {
                won[p] = !claimers_top;
                rest[p] = false;
            }
        }
    }

    /// The positions of `inside` from which a player can force a play into `goal`.
    fn attract(
        &self,
        inside: &[bool],
        goal: &[bool],
        claimer: bool,
        strategy: &mut [u32],
        effort: &Effort<'_>,
    ) -> Vec<bool> {
        let mut drawn = goal.to_vec();
        let mut pending: Vec<u32> = (0..goal.len() as u32).filter(|&p| goal[p as usize]).collect();
        while let Some(position) = pending.pop().filter(|_| effort.goes_on()) {
            for &from in &self.before[position as usize] {
                let at = from as usize;
                if !inside[at] || drawn[at] {
                    continue;
                }
                let forced = self.is_claimers[at] == claimer
                    || self.moves[at].iter().all(|&to| !inside[to as usize] || drawn[to as usize]);
                if forced {
                    drawn[at] = true;
                    if claimer && self.is_claimers[at] {
                        strategy[at] = position;
                    }
                    pending.push(from);
                }
            }
        }
        drawn
    }

    /// The play in which the claimer keeps to its strategy and the other takes what says more: the steps of
    /// the graph in it.
    fn play(&self, graph: &Graph, start: usize, strategy: &[u32]) -> Evidence {
        let (mut at, mut steps) = (start, Vec::new());
        let mut seen: Vec<(usize, usize)> = Vec::new();
        loop {
            if let Some(&(_, from)) = seen.iter().find(|(position, _)| *position == at) {
                let cycle = steps.split_off(from);
                return Evidence { steps, cycle };
            }
            seen.push((at, steps.len()));
            let next = match self.is_claimers[at] {
                true => strategy[at],
                // One path cannot show what holds on all of them.
                false if self.moves[at].len() > 1 && self.is_modal(at) => {
                    return Evidence { steps, cycle: Vec::new() };
                }
                false => self.busier(at),
            };
            if next == NONE || next as usize == at {
                return Evidence { steps, cycle: Vec::new() };
            }
            let (from, to) = (at / self.parts, next as usize / self.parts);
            if self.is_modal(at) {
                let step = graph.steps(from as u32).iter().find(|step| step.to as usize == to);
                steps.extend(step.copied().into_iter().collect::<Vec<Step>>());
            }
            at = next as usize;
        }
    }

    /// Its moves are steps of the graph.
    fn is_modal(&self, at: usize) -> bool {
        matches!(self.nodes[at % self.parts], Node::All(_) | Node::Some(_))
    }

    /// The side of a conjunction that goes on.
    fn busier(&self, at: usize) -> u32 {
        let goes_on = |to: &&u32| self.moves[**to as usize] != [**to];
        self.moves[at].iter().rev().find(goes_on).or(self.moves[at].first()).copied().unwrap_or(NONE)
    }
}
