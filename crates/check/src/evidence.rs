//! Paths that show why a state has a formula. Why it fails is why it has the negation.

use crate::effort::Effort;
use crate::graph::Step;
use crate::sat::{PathProduct, Sat, Set, is_of_state};
use logic::buchi::TooLarge;
use logic::{Binary, Formula, Unary, negation_normal_form, simplify};
use std::collections::VecDeque;

/// A path from the state that was asked about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    pub steps: Vec<Step>,
    /// What is repeated for ever behind the steps; empty if the first steps say it all.
    pub cycle: Vec<Step>,
}

/// A path that shows why `state` has the formula, as far as one path can: an E is shown by a path, an A is
/// not.
///
/// # Errors
/// If the automaton of a path formula would be too large.
pub fn evidence(sat: &mut Sat<'_>, formula: &Formula, state: u32) -> Result<Evidence, TooLarge> {
    let normal = simplify(&negation_normal_form(formula));
    let mut found = Evidence::default();
    show(sat, &normal, state, &mut found)?;
    Ok(found)
}

fn show(sat: &mut Sat<'_>, formula: &Formula, state: u32, out: &mut Evidence) -> Result<(), TooLarge> {
    match formula {
        Formula::Binary(Binary::And, a, b) => {
            let before = (out.steps.len(), out.cycle.len());
            show(sat, a, state, out)?;
            // One path can show only one of the two.
            if (out.steps.len(), out.cycle.len()) == before { show(sat, b, state, out) } else { Ok(()) }
        }
        Formula::Binary(Binary::Or, a, b) => {
            let first = sat.of_state(a)?[state as usize];
            show(sat, if first { a } else { b }, state, out)
        }
        Formula::Unary(Unary::Exists, path) => show_path(sat, path, state, out),
        _ => Ok(()),
    }
}

fn show_path(sat: &mut Sat<'_>, path: &Formula, state: u32, out: &mut Evidence) -> Result<(), TooLarge> {
    match path {
        Formula::Unary(Unary::Next, a) if is_of_state(a) => {
            let goal = sat.of_state(a)?;
            let step = sat.graph.steps(state).iter().find(|step| goal[step.to as usize]).copied();
            let Some(step) = step else { return Ok(()) };
            out.steps.push(step);
            show(sat, a, step.to, out)
        }
        Formula::Binary(Binary::Until, a, b) if is_of_state(a) && is_of_state(b) => {
            let (along, goal) = (sat.of_state(a)?, sat.of_state(b)?);
            let Some(end) = walk(sat, state, &along, &goal, &mut out.steps) else { return Ok(()) };
            show(sat, b, end, out)
        }
        Formula::Binary(Binary::Release, a, b) if is_of_state(a) && is_of_state(b) && !sat.is_fair() => {
            let (a, along) = (sat.of_state(a)?, sat.of_state(b)?);
            let goal: Set = a.iter().zip(&along).map(|(a, b)| *a && *b).collect();
            if walk(sat, state, &along, &goal, &mut out.steps).is_none() {
                let round = sat.round(&along);
                if let Some(start) = walk(sat, state, &along, &round, &mut out.steps) {
                    out.cycle = circle(sat, start, &along);
                }
            }
            Ok(())
        }
        Formula::Binary(Binary::Or, a, b) => {
            let first = sat.exists(a)?[state as usize];
            show_path(sat, if first { a } else { b }, state, out)
        }
        _ if is_of_state(path) => show(sat, path, state, out),
        _ => {
            let product = PathProduct::new(sat, path)?;
            lasso(sat, &product, state, out);
            Ok(())
        }
    }
}

/// The shortest way to a goal along a set of states; `None` if there is none, and then no step is added.
fn walk(sat: &Sat<'_>, from: u32, along: &Set, goal: &Set, steps: &mut Vec<Step>) -> Option<u32> {
    let graph = sat.graph;
    let next = |state: u32, each: &mut dyn FnMut(Step)| {
        if along[state as usize] {
            graph.steps(state).iter().for_each(|step| each(*step));
        }
    };
    shortest(sat.effort, graph.len(), from, &|state| goal[state as usize], &next, &|step| step.to, steps)
}

/// The shortest way back to a state within a set.
fn circle(sat: &Sat<'_>, start: u32, along: &Set) -> Vec<Step> {
    let graph = sat.graph;
    let mut best: Option<Vec<Step>> = None;
    for &first in graph.steps(start) {
        let mut way = vec![first];
        let mut home = vec![false; graph.len()];
        home[start as usize] = true;
        if along[first.to as usize] && walk(sat, first.to, along, &home, &mut way).is_some() {
            let is_shorter = best.as_ref().is_none_or(|best| way.len() < best.len());
            best = if is_shorter { Some(way) } else { best };
        }
    }
    best.unwrap_or_default()
}

/// Calls its second argument with every step from its first.
type Successors<'n, S> = dyn Fn(u32, &mut dyn FnMut(S)) + 'n;

/// Breadth first from a node to the nearest goal; the way is added to `steps`.
fn shortest<S: Copy>(
    effort: &Effort<'_>,
    nodes: usize,
    from: u32,
    is_goal: &dyn Fn(u32) -> bool,
    next: &Successors<'_, S>,
    to: &dyn Fn(&S) -> u32,
    steps: &mut Vec<S>,
) -> Option<u32> {
    let _held = effort.hold(nodes * size_of::<Option<(u32, S)>>());
    if effort.is_over() {
        return None;
    }
    let mut came: Vec<Option<(u32, S)>> = vec![None; nodes];
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front().filter(|_| effort.goes_on()) {
        if is_goal(node) {
            let (mut back, mut at) = (Vec::new(), node);
            while at != from
                && let Some((before, step)) = came[at as usize]
            {
                back.push(step);
                at = before;
            }
            steps.extend(back.into_iter().rev());
            return Some(node);
        }
        next(node, &mut |step| {
            let there = to(&step);
            if there != from && came[there as usize].is_none() {
                came[there as usize] = Some((node, step));
                queue.push_back(there);
            }
        });
    }
    None
}

/// A step of the product: the graph's step and the node it leads to.
type Move = (Step, u32);

/// A run of the product that is accepted: a way to a component and round in it.
fn lasso(sat: &Sat<'_>, product: &PathProduct<'_>, state: u32, out: &mut Evidence) {
    let (components, accepted) = product.accepted();
    let inside = |node: u32| accepted.get(components.of[node as usize] as usize) == Some(&true);
    let next = |node: u32, each: &mut dyn FnMut(Move)| moves(sat, product, node, each);
    let from = product.node(state, product.automaton.initial) as u32;
    let mut stem = Vec::new();
    let start = shortest(sat.effort, product.nodes(), from, &inside, &next, &|s: &Move| s.1, &mut stem);
    let Some(start) = start else { return };
    let own = components.of[start as usize];
    let members = (0..product.nodes() as u32).filter(|&n| components.of[n as usize] == own);
    let mut tour = Tour { sat, product, members: members.collect(), at: start, cycle: Vec::new() };
    tour.go(&|node| product.automaton.states[product.pair(node).1 as usize].accepting);
    if sat.is_fair() {
        tour.be_fair(start);
    }
    tour.close(start);
    out.steps.extend(stem.into_iter().map(|(step, _)| step));
    out.cycle = tour.cycle.into_iter().map(|(step, _)| step).collect();
}

fn moves(sat: &Sat<'_>, product: &PathProduct<'_>, node: u32, each: &mut dyn FnMut(Move)) {
    let (state, _) = product.pair(node);
    product.next(node, &mut |_, number, to| each((sat.graph.steps(state)[number], to)));
}

/// A way about in one component.
struct Tour<'a> {
    sat: &'a Sat<'a>,
    product: &'a PathProduct<'a>,
    /// Sorted.
    members: Vec<u32>,
    at: u32,
    cycle: Vec<Move>,
}

impl Tour<'_> {
    fn stays(&self, node: u32) -> Vec<Move> {
        let mut all = Vec::new();
        moves(self.sat, self.product, node, &mut |step| {
            if self.members.binary_search(&step.1).is_ok() {
                all.push(step);
            }
        });
        all
    }

    fn movers(&self, node: u32) -> Vec<u32> {
        self.sat.graph.movers(self.product.pair(node).0)
    }

    /// Goes to the nearest node with some property.
    fn go(&mut self, is_goal: &dyn Fn(u32) -> bool) {
        let mut way = Vec::new();
        let next = |node: u32, each: &mut dyn FnMut(Move)| self.stays(node).into_iter().for_each(each);
        let (effort, nodes) = (self.sat.effort, self.product.nodes());
        if let Some(end) = shortest(effort, nodes, self.at, is_goal, &next, &|s: &Move| s.1, &mut way) {
            self.at = end;
            self.cycle.extend(way);
        }
    }

    fn take(&mut self, step: Move) {
        self.cycle.push(step);
        self.at = step.1;
    }

    /// For each actor that can move at the start, which is on the way: lets it move, or passes a node where
    /// it cannot.
    fn be_fair(&mut self, start: u32) {
        for actor in self.movers(start) {
            if self.sat.effort.is_over() {
                return;
            }
            let rests: Vec<bool> =
                self.members.iter().map(|&node| !self.movers(node).contains(&actor)).collect();
            let members = self.members.clone();
            if rests.contains(&true) {
                self.go(&|node| members.binary_search(&node).is_ok_and(|at| rests[at]));
                continue;
            }
            let moving: Vec<Option<Move>> = (members.iter())
                .map(|&node| self.stays(node).into_iter().find(|step| step.0.choice.actor == actor))
                .collect();
            let step = |node: u32| members.binary_search(&node).ok().and_then(|at| moving[at]);
            self.go(&|node| step(node).is_some());
            if let Some(step) = step(self.at) {
                self.take(step);
            }
        }
    }

    /// Back to where the cycle began, by at least one step in all.
    fn close(&mut self, start: u32) {
        if self.cycle.is_empty()
            && let Some(&step) = self.stays(self.at).first()
        {
            self.take(step);
        }
        self.go(&|node| node == start);
    }
}
