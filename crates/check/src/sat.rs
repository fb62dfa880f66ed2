//! Which states have a formula of CTL or CTL*.
//!
//! CTL is labelling from the inside out, each operator linear in the graph (Clarke and Emerson 1981). In CTL*
//! a path formula that is more than one operator over state formulas is evaluated by the product of the graph
//! with its Büchi automaton. With fairness, quantifiers range over the paths that are weakly fair to every
//! actor.

use crate::effort::Effort;
use crate::graph::Graph;
use crate::scc::{Components, NONE};
use base::FastMap;
use logic::buchi::{Automaton, TooLarge, translate};
use logic::{Binary, Formula, MAX_ATOMS, Unary, negation_normal_form, simplify};

/// A set of states.
pub type Set = Vec<bool>;

/// Evaluates formulas on one graph. Formulas are in negation normal form inside, so that only E has to be
/// computed with care; A is its dual.
pub struct Sat<'a> {
    pub graph: &'a Graph,
    pub(crate) effort: &'a Effort<'a>,
    fair: bool,
    predecessors: (Vec<u32>, Vec<u32>),
    known: FastMap<Formula, Set>,
    /// States from which some path is fair.
    fair_states: Option<Set>,
}

/// What finding components takes for each node, about.
const NODE_BYTES: usize = 16;

/// Nodes of a product; past this the formula is refused.
const MAX_PRODUCT: usize = u32::MAX as usize / 2;

impl<'a> Sat<'a> {
    pub fn new(graph: &'a Graph, fair: bool, effort: &'a Effort<'a>) -> Sat<'a> {
        effort.hold((graph.len() + graph.transitions()) * size_of::<u32>()).keep();
        let predecessors = if effort.is_over() { Default::default() } else { graph.predecessors() };
        Sat { graph, effort, fair, predecessors, known: FastMap::default(), fair_states: None }
    }

    /// What was computed means nothing, see [`Effort`].
    pub fn is_over(&self) -> bool {
        self.effort.is_over()
    }

    pub fn is_fair(&self) -> bool {
        self.fair
    }

    /// The states that have a formula of CTL or CTL*.
    ///
    /// # Errors
    /// If the automaton of a path formula would be too large.
    pub fn sat(&mut self, formula: &Formula) -> Result<Set, TooLarge> {
        self.of_state(&simplify(&negation_normal_form(formula)))
    }

    /// The same for a formula in negation normal form.
    pub(crate) fn of_state(&mut self, formula: &Formula) -> Result<Set, TooLarge> {
        if let Some(known) = self.known.get(formula) {
            return Ok(known.clone());
        }
        let count = self.graph.len();
        self.effort.hold(count).keep();
        if self.effort.is_over() {
            return Ok(vec![false; count]);
        }
        let set = match formula {
            Formula::True => vec![true; count],
            Formula::False => vec![false; count],
            Formula::Atom(atom) => self.graph.valuations.iter().map(|v| v >> atom & 1 == 1).collect(),
            Formula::Unary(Unary::Not, a) => self.of_state(a)?.into_iter().map(|x| !x).collect(),
            Formula::Unary(Unary::Exists, path) => self.exists(path)?,
            Formula::Unary(Unary::All, path) => {
                let opposite = logic::negated(path);
                self.exists(&opposite)?.into_iter().map(|x| !x).collect()
            }
            Formula::Binary(Binary::And, a, b) => {
                let (a, b) = (self.of_state(a)?, self.of_state(b)?);
                a.iter().zip(b).map(|(a, b)| *a && b).collect()
            }
            Formula::Binary(Binary::Or, a, b) => {
                let (a, b) = (self.of_state(a)?, self.of_state(b)?);
                a.iter().zip(b).map(|(a, b)| *a || b).collect()
            }
            // A bare path formula says nothing of a state; readers refuse it.
            _ => vec![false; count],
        };
        self.known.insert(formula.clone(), set.clone());
        Ok(set)
    }

    /// States with a path that has a path formula in negation normal form.
    pub(crate) fn exists(&mut self, path: &Formula) -> Result<Set, TooLarge> {
        if is_of_state(path) {
            let (now, fair) = (self.of_state(path)?, self.fair_states());
            return Ok(both(&now, &fair));
        }
        match path {
            Formula::Unary(Unary::Next, a) if is_of_state(a) => {
                let a = self.of_state(a)?;
                let goal = both(&a, &self.fair_states());
                Ok(self.before(&goal))
            }
            Formula::Binary(Binary::Until, a, b) if is_of_state(a) && is_of_state(b) => {
                let (a, b) = (self.of_state(a)?, self.of_state(b)?);
                let goal = both(&b, &self.fair_states());
                Ok(self.reach(&a, &goal))
            }
            Formula::Binary(Binary::Release, a, b) if is_of_state(a) && is_of_state(b) => {
                // Either a comes, and b holds until then and there, or b holds for ever.
                let (a, b) = (self.of_state(a)?, self.of_state(b)?);
                let goal = both(&both(&a, &b), &self.fair_states());
                let mut goal: Set = goal.into_iter().zip(self.forever(&b)).map(|(x, y)| x || y).collect();
                goal = self.reach(&b, &goal);
                Ok(goal)
            }
            Formula::Binary(Binary::Or, a, b) => {
                let (a, b) = (self.exists(a)?, self.exists(b)?);
                Ok(a.iter().zip(b).map(|(a, b)| *a || b).collect())
            }
            _ => self.by_automaton(path),
        }
    }

    fn fair_states(&mut self) -> Set {
        if !self.fair {
            return vec![true; self.graph.len()];
        }
        if self.fair_states.is_none() {
            let all = vec![true; self.graph.len()];
            let forever = self.forever(&all);
            self.fair_states = Some(forever);
        }
        self.fair_states.clone().unwrap_or_default()
    }

    /// EX.
    pub(crate) fn before(&self, goal: &Set) -> Set {
        (0..self.graph.len() as u32)
            .map(|state| self.graph.steps(state).iter().any(|step| goal[step.to as usize]))
            .collect()
    }

    /// E[along U goal]: backwards from the goal.
    pub(crate) fn reach(&self, along: &Set, goal: &Set) -> Set {
        let (starts, lists) = &self.predecessors;
        let mut set = goal.clone();
        let mut pending: Vec<u32> = (0..self.graph.len() as u32).filter(|&s| goal[s as usize]).collect();
        while let Some(state) = pending.pop().filter(|_| self.effort.goes_on()) {
            let range = starts[state as usize] as usize..starts[state as usize + 1] as usize;
            for &before in &lists[range] {
                if along[before as usize] && !set[before as usize] {
                    set[before as usize] = true;
                    pending.push(before);
                }
            }
        }
        set
    }

    /// EG: components that can be gone round in for ever, fairly if asked for, and what reaches them.
    pub(crate) fn forever(&self, inside: &Set) -> Set {
        let good = self.round(inside);
        self.reach(inside, &good)
    }

    /// States of components within a set in which a path can stay for ever, and be fair if asked for.
    pub(crate) fn round(&self, inside: &Set) -> Set {
        let (graph, effort) = (self.graph, self.effort);
        let _held = effort.hold(graph.len() * NODE_BYTES);
        let is_inside = |s: u32| inside[s as usize] && effort.goes_on();
        let components = Components::new(graph.len(), &is_inside, &|s, out| {
            out.extend(graph.steps(s).iter().map(|step| step.to));
        });
        let accepted = accepted(&components, graph.len(), self.fair, effort, &mut |node, visit| {
            visit(&graph.movers(node), true, &mut graph.steps(node).iter().map(|s| (s.choice.actor, s.to)));
        });
        (0..graph.len()).map(|s| components.of[s] != NONE && accepted[components.of[s] as usize]).collect()
    }

    /// A path formula of any form: its state formulas become atoms, and the product with its automaton is
    /// searched.
    fn by_automaton(&mut self, path: &Formula) -> Result<Set, TooLarge> {
        let product = PathProduct::new(self, path)?;
        let live = product.live();
        Ok((0..self.graph.len() as u32).map(|s| live[product.node(s, product.automaton.initial)]).collect())
    }
}

/// The product of a graph and the automaton of a path formula whose state formulas have become letters.
pub(crate) struct PathProduct<'a> {
    graph: &'a Graph,
    pub automaton: Automaton,
    letters: Vec<u64>,
    fair: bool,
    effort: &'a Effort<'a>,
}

impl<'a> PathProduct<'a> {
    pub fn new(sat: &mut Sat<'a>, path: &Formula) -> Result<PathProduct<'a>, TooLarge> {
        let mut parts = Vec::new();
        let abstracted = abstract_states(path, &mut parts);
        if parts.len() > MAX_ATOMS as usize {
            return Err(TooLarge);
        }
        let mut letters = vec![0u64; sat.graph.len()];
        for (i, part) in parts.iter().enumerate() {
            for (letter, holds) in letters.iter_mut().zip(sat.of_state(part)?) {
                *letter |= u64::from(holds) << i;
            }
        }
        let automaton = translate(&abstracted)?;
        if sat.graph.len().saturating_mul(automaton.states.len()) > MAX_PRODUCT {
            return Err(TooLarge);
        }
        Ok(PathProduct { graph: sat.graph, automaton, letters, fair: sat.fair, effort: sat.effort })
    }

    fn width(&self) -> usize {
        self.automaton.states.len()
    }

    pub fn node(&self, state: u32, place: u32) -> usize {
        state as usize * self.width() + place as usize
    }

    /// The state and the automaton's state of a node.
    pub fn pair(&self, node: u32) -> (u32, u32) {
        (node / self.width() as u32, node % self.width() as u32)
    }

    pub fn nodes(&self) -> usize {
        self.graph.len() * self.width()
    }

    /// Calls `each` with every way to go on: who moves, the step's number, and where to.
    pub fn next(&self, node: u32, each: &mut dyn FnMut(u32, usize, u32)) {
        let (state, place) = self.pair(node);
        let letter = self.letters[state as usize];
        for &(label, to) in &self.automaton.states[place as usize].arrows {
            if label.allows(letter) {
                for (number, step) in self.graph.steps(state).iter().enumerate() {
                    each(step.choice.actor, number, self.node(step.to, to) as u32);
                }
            }
        }
    }

    /// For each node whether it is in a component that is accepted.
    pub fn accepted(&self) -> (Components, Vec<bool>) {
        let components = Components::new(self.nodes(), &|_| self.effort.goes_on(), &|node, out| {
            self.next(node, &mut |_, _, to| out.push(to));
        });
        let accepted = accepted(&components, self.nodes(), self.fair, self.effort, &mut |node, visit| {
            let (state, place) = self.pair(node);
            let mut steps = Vec::new();
            self.next(node, &mut |actor, _, to| steps.push((actor, to)));
            let accepting = self.automaton.states[place as usize].accepting;
            visit(&self.graph.movers(state), accepting, &mut steps.into_iter());
        });
        (components, accepted)
    }

    /// For each node whether a path from it is accepted.
    pub fn live(&self) -> Vec<bool> {
        let count = self.nodes();
        let arrows = self.graph.transitions() * self.width();
        let _held =
            self.effort.hold(count * (NODE_BYTES + size_of::<Vec<u32>>()) + arrows * size_of::<u32>());
        if self.effort.is_over() {
            return vec![false; count];
        }
        let (components, accepted) = self.accepted();
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
        for node in (0..count as u32).take_while(|_| self.effort.goes_on()) {
            self.next(node, &mut |_, _, to| before[to as usize].push(node));
        }
        let mut live: Vec<bool> = components.of.iter().map(|&c| c != NONE && accepted[c as usize]).collect();
        let mut pending: Vec<u32> = (0..count as u32).filter(|&n| live[n as usize]).collect();
        while let Some(node) = pending.pop().filter(|_| self.effort.goes_on()) {
            for &from in &before[node as usize] {
                if !std::mem::replace(&mut live[from as usize], true) {
                    pending.push(from);
                }
            }
        }
        live
    }
}

/// What a component is asked: the movers of a node, whether it is accepting, and its steps.
type Visit<'v> = dyn FnMut(&[u32], bool, &mut dyn Iterator<Item = (u32, u32)>) + 'v;

/// For each component whether a path can stay in it for ever, with an accepting node again and again, and
/// fair if asked for.
fn accepted(
    components: &Components,
    nodes: usize,
    fair: bool,
    effort: &Effort<'_>,
    look: &mut dyn FnMut(u32, &mut Visit<'_>),
) -> Vec<bool> {
    #[derive(Clone, Default)]
    struct Traits {
        accepting: bool,
        goes_round: bool,
        /// Actors that can move in all nodes met so far; `None` before the first.
        always: Option<Vec<u32>>,
        moves: Vec<u32>,
    }
    let mut traits = vec![Traits::default(); components.count as usize];
    for node in (0..nodes as u32).take_while(|_| effort.goes_on()) {
        let own = components.of[node as usize];
        if own == NONE {
            continue;
        }
        let of = &mut traits[own as usize];
        look(node, &mut |movers, accepting, steps| {
            of.accepting |= accepting;
            if fair {
                match &mut of.always {
                    Some(always) => always.retain(|actor| movers.contains(actor)),
                    none => *none = Some(movers.to_vec()),
                }
            }
            for (actor, to) in steps.filter(|(_, to)| components.of[*to as usize] == own) {
                debug_assert!((to as usize) < nodes);
                of.goes_round = true;
                if fair && !of.moves.contains(&actor) {
                    of.moves.push(actor);
                }
            }
        });
    }
    let is_fair = |t: &Traits| t.always.iter().flatten().all(|actor| t.moves.contains(actor));
    traits.iter().map(|t| t.accepting && t.goes_round && (!fair || is_fair(t))).collect()
}

/// Its truth is that of one state.
pub(crate) fn is_of_state(formula: &Formula) -> bool {
    match formula {
        Formula::Unary(Unary::All | Unary::Exists, _) => true,
        Formula::Unary(Unary::Not, _) | Formula::Binary(Binary::And | Binary::Or, ..) => {
            formula.parts().all(is_of_state)
        }
        Formula::True | Formula::False | Formula::Atom(_) => true,
        _ => false,
    }
}

/// The path formula with its largest state formulas as atoms, which are gathered in `parts`. Boolean
/// structure is left to the automaton.
fn abstract_states(formula: &Formula, parts: &mut Vec<Formula>) -> Formula {
    let literal = |of: &Formula, parts: &mut Vec<Formula>| {
        let known = parts.iter().position(|part| part == of);
        let number = known.unwrap_or(parts.len());
        if known.is_none() {
            parts.push(of.clone());
        }
        Formula::Atom(number as u32)
    };
    match formula {
        Formula::True | Formula::False => formula.clone(),
        Formula::Atom(_) | Formula::Unary(Unary::All | Unary::Exists, _) => literal(formula, parts),
        Formula::Unary(op, a) => Formula::unary(*op, abstract_states(a, parts)),
        Formula::Binary(op, a, b) => {
            Formula::binary(*op, abstract_states(a, parts), abstract_states(b, parts))
        }
        other => other.clone(),
    }
}

fn both(a: &Set, b: &Set) -> Set {
    a.iter().zip(b).map(|(a, b)| *a && *b).collect()
}
