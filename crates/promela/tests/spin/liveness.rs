//! Cycles, by the graph of all states: through accept labels, without progress, with and without weak fairness.

use crate::driver::{Table, WANTED};
use front::{Front, Problem, Wanted};
use lts::{Choice, Choices, CompId, Outcome, System};
use promela::PromelaFront;
use std::collections::HashMap;

const ATOMS: [&str; 2] = ["some process is at an accept label", "no process is at a progress label"];

/// Which cycles there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cycles {
    pub accepting: bool,
    pub fair_accepting: bool,
    pub without_progress: bool,
    pub fair_without_progress: bool,
}

#[derive(Default)]
struct Node {
    accepting: bool,
    without_progress: bool,
    /// Who can move.
    enabled: Vec<u32>,
    /// Who moves, and where that leads.
    steps: Vec<(u32, usize)>,
}

/// The cycles of a model; nothing if it has more states than these.
pub fn cycles(front: &PromelaFront, most: usize) -> Result<Option<Cycles>, Problem> {
    let Some(nodes) = graph(front, most)? else { return Ok(None) };
    let any = |_: &Node| true;
    let quiet = |node: &Node| node.without_progress;
    Ok(Some(Cycles {
        accepting: has_cycle(&nodes, &any, true, false),
        fair_accepting: has_cycle(&nodes, &any, true, true),
        without_progress: has_cycle(&nodes, &quiet, false, false),
        fair_without_progress: has_cycle(&nodes, &quiet, false, true),
    }))
}

/// The graph as it is found: states are come back to by loading them.
#[derive(Default)]
struct Builder {
    table: Table,
    numbers: HashMap<Vec<CompId>, usize>,
    nodes: Vec<Node>,
    pending: Vec<(usize, Vec<CompId>, Vec<Choice>)>,
}

impl Builder {
    /// The number of the state in which the system is.
    fn meet(&mut self, system: &mut dyn System) -> usize {
        let mut state = Vec::new();
        system.save(&mut self.table, &mut state);
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let mut choices = Choices::default();
        system.choices(&mut choices);
        let mut holds = |atom: u32| system.atoms().is_some_and(|atoms| atoms.holds(atom));
        let (accepting, without_progress) = (holds(0), holds(1));
        let mut enabled: Vec<u32> = choices.list.iter().map(|choice| choice.actor).collect();
        enabled.extend(&choices.others);
        let number = self.nodes.len();
        self.nodes.push(Node { accepting, without_progress, enabled, steps: Vec::new() });
        self.numbers.insert(state.clone(), number);
        self.pending.push((number, state, choices.list));
        number
    }
}

fn graph(front: &PromelaFront, most: usize) -> Result<Option<Vec<Node>>, Problem> {
    let mut subject = front.open(0, &Wanted { atoms: &ATOMS, ..WANTED })?;
    let system = &mut *subject.system;
    let mut builder = Builder::default();
    system.start();
    builder.meet(system);
    while let Some((from, state, choices)) = builder.pending.pop() {
        if builder.nodes.len() > most {
            return Ok(None);
        }
        for choice in choices {
            system.load(&builder.table, &state).expect("a state that was met");
            let mut again = Choices::default();
            system.choices(&mut again);
            if let Outcome::Next = system.step(choice) {
                let to = builder.meet(system);
                builder.nodes[from].steps.push((choice.actor, to));
            }
        }
    }
    Ok(Some(builder.nodes))
}

/// Some component of these nodes has a cycle, with an accepting state if that is asked for; if it has to be fair,
/// everybody moves on it or somewhere cannot.
fn has_cycle(nodes: &[Node], kept: &dyn Fn(&Node) -> bool, accepting: bool, fair: bool) -> bool {
    components(nodes, kept).into_iter().any(|component| {
        let inside = |node: usize| component.binary_search(&node).is_ok();
        let own = || component.iter().flat_map(|&node| &nodes[node].steps);
        let is_cycle = own().any(|&(_, to)| inside(to));
        let accepts = !accepting || component.iter().any(|&node| nodes[node].accepting);
        let is_met = |who: u32| {
            own().any(|&(actor, to)| actor == who && inside(to))
                || component.iter().any(|&node| !nodes[node].enabled.contains(&who))
        };
        is_cycle && accepts && (!fair || (0..MOST_PROCESSES).all(is_met))
    })
}

/// More than random models have.
const MOST_PROCESSES: u32 = 8;

/// Strongly connected components of the nodes that are kept, each in order (Tarjan, with a stack of its own).
fn components(nodes: &[Node], kept: &dyn Fn(&Node) -> bool) -> Vec<Vec<usize>> {
    let mut index = vec![usize::MAX; nodes.len()];
    let (mut low, mut on_stack) = (index.clone(), vec![false; nodes.len()]);
    let (mut stack, mut out, mut next) = (Vec::new(), Vec::new(), 0);
    for root in (0..nodes.len()).filter(|&root| kept(&nodes[root])) {
        if index[root] != usize::MAX {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((node, at)) = calls.last_mut() {
            let node = *node;
            if *at == 0 {
                (index[node], low[node], on_stack[node]) = (next, next, true);
                next += 1;
                stack.push(node);
            }
            let step = nodes[node].steps.get(*at).map(|&(_, to)| to);
            *at += 1;
            match step {
                Some(to) if !kept(&nodes[to]) => {}
                Some(to) if index[to] == usize::MAX => calls.push((to, 0)),
                Some(to) if on_stack[to] => low[node] = low[node].min(index[to]),
                Some(_) => {}
                None => {
                    calls.pop();
                    if let Some(&(before, _)) = calls.last() {
                        low[before] = low[before].min(low[node]);
                    }
                    if low[node] == index[node] {
                        let from = stack.iter().position(|&one| one == node).unwrap_or(0);
                        let mut component = stack.split_off(from);
                        component.iter().for_each(|&one| on_stack[one] = false);
                        component.sort_unstable();
                        out.push(component);
                    }
                }
            }
        }
    }
    out
}
