//! Temporal formulas on the explicit graph of a program, by brute force.
//!
//! A run that has ended repeats its last state. LTL: the product with all guesses of what its untils are worth (the
//! tableau of Lichtenstein and Pnueli), and its strongly connected components. CTL: sets of states and fixpoints.

use crate::explore::Graph;
use crate::formula::Formula;

/// Who makes a step; nobody repeats the last state.
type Edge = (Option<usize>, usize);

/// The graph, without states at which runs stop.
pub struct Runs<'a> {
    graph: &'a Graph,
    next: Vec<Vec<Edge>>,
    threads: usize,
}

impl<'a> Runs<'a> {
    pub fn new(graph: &'a Graph) -> Runs<'a> {
        let threads = graph.states[0].threads.len();
        let next = graph.edges.iter().enumerate().map(|(state, edges)| match edges.is_empty() {
            true => vec![(None, state)],
            false => edges.iter().map(|(thread, to)| (Some(*thread), *to)).collect(),
        });
        Runs { graph, next: next.collect(), threads }
    }

    /// Whether all runs (all fair ones) satisfy the formula.
    pub fn satisfy_ltl(&self, formula: &Formula, fair: bool) -> bool {
        let mut untils = Vec::new();
        collect(formula, &mut untils);
        !Tableau { runs: self, untils }.has_run_without(formula, fair)
    }

    /// The states in which a CTL formula holds; 0 is the first.
    pub fn satisfying(&self, formula: &Formula) -> Vec<bool> {
        let count = self.next.len();
        match formula {
            Formula::Atom(atom) => self.graph.states.iter().map(|state| atom.holds(state)).collect(),
            Formula::Not(a) => self.satisfying(a).into_iter().map(|holds| !holds).collect(),
            Formula::And(a, b) => {
                let (a, b) = (self.satisfying(a), self.satisfying(b));
                (0..count).map(|state| a[state] && b[state]).collect()
            }
            Formula::SomeUntil(a, b) => {
                let (a, mut set) = (self.satisfying(a), self.satisfying(b));
                self.repeat(&mut set, |set, state| {
                    set[state] || a[state] && self.next[state].iter().any(|(_, to)| set[*to])
                });
                set
            }
            Formula::SomeAlways(a) => {
                let mut set = self.satisfying(a);
                self.repeat(&mut set, |set, state| {
                    set[state] && self.next[state].iter().any(|(_, to)| set[*to])
                });
                set
            }
            Formula::Until(..) => unreachable!("an until of CTL has a quantifier"),
        }
    }

    /// Until nothing changes.
    fn repeat(&self, set: &mut [bool], is_in: impl Fn(&[bool], usize) -> bool) {
        loop {
            let mut changed = false;
            // Backwards, because steps mostly lead to states that were found later.
            for state in (0..set.len()).rev() {
                let new = is_in(set, state);
                changed |= new != set[state];
                set[state] = new;
            }
            if !changed {
                return;
            }
        }
    }
}

/// The untils of a formula, inner ones first.
fn collect<'f>(formula: &'f Formula, untils: &mut Vec<&'f Formula>) {
    match formula {
        Formula::Atom(_) => {}
        Formula::Not(a) => collect(a, untils),
        Formula::And(a, b) => {
            collect(a, untils);
            collect(b, untils);
        }
        Formula::Until(a, b) => {
            collect(a, untils);
            collect(b, untils);
            if !untils.contains(&formula) {
                untils.push(formula);
            }
        }
        Formula::SomeUntil(..) | Formula::SomeAlways(_) => unreachable!("LTL has no quantifiers"),
    }
}

/// Nodes are states with a guess of what each until is worth there, one bit each.
struct Tableau<'r, 'a> {
    runs: &'r Runs<'a>,
    untils: Vec<&'r Formula>,
}

impl Tableau<'_, '_> {
    fn guesses(&self) -> usize {
        1 << self.untils.len()
    }

    fn holds(&self, formula: &Formula, node: usize) -> bool {
        match formula {
            Formula::Atom(atom) => atom.holds(&self.runs.graph.states[node / self.guesses()]),
            Formula::Not(a) => !self.holds(a, node),
            Formula::And(a, b) => self.holds(a, node) && self.holds(b, node),
            _ => {
                let bit = self.untils.iter().position(|until| *until == formula).expect("it was collected");
                (node % self.guesses()) >> bit & 1 == 1
            }
        }
    }

    /// Steps to nodes whose guesses fit: an until holds if its end does, or its beginning and itself afterwards.
    fn next(&self, node: usize) -> Vec<Edge> {
        let mut found = Vec::new();
        for (thread, state) in &self.runs.next[node / self.guesses()] {
            for guess in 0..self.guesses() {
                let to = state * self.guesses() + guess;
                let fits = self.untils.iter().all(|until| {
                    let Formula::Until(a, b) = until else { unreachable!("only untils are collected") };
                    let worth = self.holds(b, node) || self.holds(a, node) && self.holds(until, to);
                    worth == self.holds(until, node)
                });
                if fits {
                    found.push((*thread, to));
                }
            }
        }
        found
    }

    fn has_run_without(&self, formula: &Formula, fair: bool) -> bool {
        let first = (0..self.guesses()).filter(|node| !self.holds(formula, *node));
        components(first, |node| self.next(node)).iter().any(|component| self.accepts(component, fair))
    }

    /// A run can stay here for ever, keep its promises, and be fair.
    fn accepts(&self, component: &[usize], fair: bool) -> bool {
        let inside = |node: &usize| component.binary_search(node).is_ok();
        let edges: Vec<Edge> =
            component.iter().flat_map(|node| self.next(*node)).filter(|(_, to)| inside(to)).collect();
        let keeps = |until: &&Formula| {
            let Formula::Until(_, b) = until else { unreachable!("only untils are collected") };
            component.iter().any(|node| !self.holds(until, *node) || self.holds(b, *node))
        };
        let is_fair = |thread: usize| {
            let can = |node: &usize| {
                self.runs.next[*node / self.guesses()].iter().any(|(who, _)| *who == Some(thread))
            };
            edges.iter().any(|(who, _)| *who == Some(thread)) || component.iter().any(|node| !can(node))
        };
        !edges.is_empty() && self.untils.iter().all(keeps) && (!fair || (0..self.runs.threads).all(is_fair))
    }
}

/// Strongly connected components that can be reached, each sorted (Tarjan, without recursion).
fn components(first: impl Iterator<Item = usize>, next: impl Fn(usize) -> Vec<Edge>) -> Vec<Vec<usize>> {
    use std::collections::HashMap;
    /// Number in the order of discovery, lowest that can be reached, and whether it is on the stack.
    struct Seen {
        number: usize,
        low: usize,
        open: bool,
    }
    let (mut seen, mut stack, mut found) = (HashMap::<usize, Seen>::new(), Vec::new(), Vec::new());
    for root in first {
        if seen.contains_key(&root) {
            continue;
        }
        let mut calls: Vec<(usize, Vec<Edge>)> = Vec::new();
        let mut enter = Some(root);
        loop {
            if let Some(node) = enter.take() {
                let number = seen.len();
                seen.insert(node, Seen { number, low: number, open: true });
                stack.push(node);
                calls.push((node, next(node)));
            }
            let Some((node, edges)) = calls.last_mut() else { break };
            let node = *node;
            if let Some((_, to)) = edges.pop() {
                match seen.get(&to) {
                    None => enter = Some(to),
                    Some(other) if other.open => {
                        let low = other.number;
                        let mine = seen.get_mut(&node).expect("it was entered");
                        mine.low = mine.low.min(low);
                    }
                    Some(_) => {}
                }
                continue;
            }
            calls.pop();
            let (number, low) = (seen[&node].number, seen[&node].low);
            if let Some((caller, _)) = calls.last() {
                let caller = seen.get_mut(caller).expect("it was entered");
                caller.low = caller.low.min(low);
            }
            if low == number {
                let at = stack.iter().rposition(|other| *other == node).expect("it is on the stack");
                let mut component = stack.split_off(at);
                component.iter().for_each(|node| seen.get_mut(node).expect("it was entered").open = false);
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found
}
