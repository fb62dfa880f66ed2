//! Random small models, and their truth by going through all states one by one.

#![allow(dead_code)]

use logic::{Binary, Formula, Unary};
use sym::{
    Assignment, Bit, Domain, Evaluator, Lit, Question, SymbolicModel, SymbolicSpec, VariableKind,
    VariableValue,
};
use testkit::random;

pub struct Random(random::Random);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    pub fn below(&mut self, below: usize) -> usize {
        self.0.below(below)
    }

    /// A function of these, with so many gates at most.
    fn function(&mut self, model: &mut SymbolicModel, leaves: &[Lit], gates: usize) -> Lit {
        if gates == 0 || self.below(5) == 0 {
            return leaves[self.below(leaves.len())].flip(self.below(2) == 0);
        }
        let a = self.function(model, leaves, gates - 1);
        let b = self.function(model, leaves, gates - 1);
        match self.below(4) {
            0 => model.circuit.and(a, b),
            1 => model.circuit.or(a, b),
            2 => model.circuit.xor(a, b),
            _ => {
                let c = self.function(model, leaves, gates - 1);
                model.circuit.ite(a, b, c)
            }
        }
    }

    /// A model with up to five bits of state; some bits follow from the state before, others are free or related.
    pub fn model(&mut self) -> SymbolicModel {
        let mut model = SymbolicModel::default();
        let mut name = 0;
        while model.bits_of(VariableKind::State).len() < 2 + self.below(3) {
            name += 1;
            match self.below(4) {
                0 => model.declare(&format!("r{name}"), VariableKind::State, Domain::Range(0, 2)),
                _ => model.declare(&format!("b{name}"), VariableKind::State, Domain::Bool),
            };
            if self.below(4) == 0 && model.bits_of(VariableKind::Input).is_empty() {
                let values = ["go", "stop", "wait"].map(|text| VariableValue::Symbol(text.to_string()));
                model.declare(&format!("i{name}"), VariableKind::Input, Domain::Values(values.to_vec()));
            }
        }
        let states = model.bits_of(VariableKind::State);
        let inputs = model.bits_of(VariableKind::Input);
        let now: Vec<Lit> = states.iter().map(|&bit| model.circuit.now(bit)).collect();
        let next: Vec<Lit> = states.iter().map(|&bit| model.circuit.next(bit)).collect();
        let here: Vec<Lit> =
            now.iter().copied().chain(inputs.iter().map(|&bit| model.circuit.now(bit))).collect();
        let both: Vec<Lit> = here.iter().chain(&next).copied().collect();
        for &later in &next {
            if self.below(4) > 0 {
                let value = self.function(&mut model, &here, 2);
                let follows = model.circuit.iff(later, value);
                model.trans.push(follows);
            }
        }
        for _ in 0..self.below(2) {
            let relation = self.function(&mut model, &both, 2);
            model.trans.push(relation);
        }
        for &bit in &now {
            if self.below(3) > 0 {
                model.init.push(bit.flip(self.below(2) == 0));
            }
        }
        if self.below(6) == 0 {
            let stays = self.function(&mut model, &now, 1);
            model.invar.push(stays);
        }
        for _ in 0..self.below(3) {
            let just = self.function(&mut model, &now, 1);
            model.justice.push(just);
        }
        if self.below(3) == 0 {
            let pair = (self.function(&mut model, &now, 1), self.function(&mut model, &now, 1));
            model.compassion.push(pair);
        }
        let spec = self.invariant(&mut model, &now);
        model.specs.push(spec);
        let spec = self.temporal(&mut model, &now);
        model.specs.push(spec);
        model
    }

    fn invariant(&mut self, model: &mut SymbolicModel, now: &[Lit]) -> SymbolicSpec {
        let parts: Vec<Lit> = (0..2 + self.below(2)).map(|_| self.function(model, now, 1)).collect();
        let atoms = vec![model.circuit.any(&parts)];
        spec("invariant", atoms, Question::Invariant(Formula::Atom(0)))
    }

    fn temporal(&mut self, model: &mut SymbolicModel, now: &[Lit]) -> SymbolicSpec {
        let atoms = (0..2).map(|_| self.function(model, now, 1)).collect();
        let size = 2 + self.below(5);
        spec("temporal", atoms, Question::Ltl(self.ltl(size)))
    }

    fn ltl(&mut self, size: usize) -> Formula {
        if size <= 1 {
            return match self.below(12) {
                0 => Formula::True,
                1 => Formula::False,
                _ => Formula::Atom(self.below(2) as u32),
            };
        }
        const UNARY: [Unary; 4] = [Unary::Not, Unary::Next, Unary::Future, Unary::Globally];
        const BINARY: [Binary; 8] = [
            Binary::And,
            Binary::Or,
            Binary::Implies,
            Binary::Iff,
            Binary::Until,
            Binary::Release,
            Binary::WeakUntil,
            Binary::StrongRelease,
        ];
        if self.below(2) == 0 || size == 2 {
            return Formula::unary(UNARY[self.below(UNARY.len())], self.ltl(size - 1));
        }
        let left = 1 + self.below(size - 2);
        Formula::binary(BINARY[self.below(BINARY.len())], self.ltl(left), self.ltl(size - 1 - left))
    }
}

pub fn spec(name: &str, atoms: Vec<Lit>, question: Question) -> SymbolicSpec {
    let atom_names = (0..atoms.len()).map(|atom| format!("p{atom}")).collect();
    SymbolicSpec { name: name.to_string(), place: "model:1".to_string(), atoms, atom_names, question }
}

/// The graph of all states of a model.
pub struct Graph {
    pub states: Vec<Assignment>,
    pub begins: Vec<usize>,
    pub steps: Vec<Vec<usize>>,
}

fn assignments(width: usize, bits: &[Bit]) -> Vec<Assignment> {
    (0..1u64 << bits.len())
        .map(|code| {
            let mut state = Assignment::zero(width);
            bits.iter().enumerate().for_each(|(i, &bit)| state.set(bit, code >> i & 1 == 1));
            state
        })
        .collect()
}

impl Graph {
    pub fn of(model: &SymbolicModel) -> Graph {
        let (states, inputs) = (model.bits_of(VariableKind::State), model.bits_of(VariableKind::Input));
        let inside = truths(model, &model.invar, &assignments(model.bits(), &states));
        let all = assignments(model.bits(), &states);
        let states: Vec<Assignment> =
            all.into_iter().zip(&inside).filter(|(_, row)| row.iter().all(|t| *t)).map(|(s, _)| s).collect();
        let begin = truths(model, &model.init, &states);
        let begins = (0..states.len()).filter(|&s| begin[s].iter().all(|t| *t)).collect();
        let mut evaluator = Evaluator::new(&model.circuit, &model.trans);
        let mut is_step = |from: &Assignment, to: &Assignment| {
            assignments(model.bits(), &inputs).iter().any(|input| {
                let mut from = from.clone();
                inputs.iter().for_each(|&bit| from.set(bit, input.get(bit)));
                evaluator.look(&from, to);
                model.trans.iter().all(|&lit| evaluator.holds(lit))
            })
        };
        let steps = states
            .iter()
            .map(|from| (0..states.len()).filter(|&to| is_step(from, &states[to])).collect())
            .collect();
        Graph { states, begins, steps }
    }

    pub fn reachable(&self) -> Vec<usize> {
        reachable(&self.steps, &self.begins)
    }
}

/// For each state the truth of each function.
pub fn truths(model: &SymbolicModel, lits: &[Lit], states: &[Assignment]) -> Vec<Vec<bool>> {
    let mut evaluator = Evaluator::new(&model.circuit, lits);
    let mut row = |state: &Assignment| {
        evaluator.look(state, state);
        lits.iter().map(|&lit| evaluator.holds(lit)).collect()
    };
    states.iter().map(&mut row).collect()
}

fn reachable(steps: &[Vec<usize>], from: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; steps.len()];
    let mut pending = from.to_vec();
    while let Some(state) = pending.pop() {
        if !std::mem::replace(&mut seen[state], true) {
            pending.extend(&steps[state]);
        }
    }
    (0..steps.len()).filter(|&state| seen[state]).collect()
}

/// Whether a specification holds, by the graph of all states, and for LTL the automaton of its negation.
pub fn holds(model: &SymbolicModel, spec: &SymbolicSpec) -> bool {
    let graph = Graph::of(model);
    let letters: Vec<u64> = truths(model, &spec.atoms, &graph.states)
        .iter()
        .map(|row| row.iter().enumerate().map(|(i, &t)| u64::from(t) << i).sum())
        .collect();
    match &spec.question {
        Question::Invariant(formula) => graph.reachable().iter().all(|&s| formula.holds_now(letters[s])),
        Question::Ltl(formula) => !has_run(model, &graph, &letters, &formula.clone().negate()),
        Question::Ctl(_) => panic!("no formulas of CTL here"),
    }
}

fn has_run(model: &SymbolicModel, graph: &Graph, letters: &[u64], formula: &Formula) -> bool {
    let automaton = logic::buchi::translate(formula).expect("a small formula has a small automaton");
    let count = automaton.states.len();
    let number = |state: usize, place: u32| state * count + place as usize;
    let mut steps = vec![Vec::new(); graph.states.len() * count];
    for state in 0..graph.states.len() {
        for (place, own) in automaton.states.iter().enumerate() {
            for &(label, to) in own.arrows.iter().filter(|(label, _)| label.allows(letters[state])) {
                let _ = label;
                let next = graph.steps[state].iter().map(|&later| number(later, to));
                steps[number(state, place as u32)].extend(next);
            }
        }
    }
    let begins: Vec<usize> = graph.begins.iter().map(|&state| number(state, automaton.initial)).collect();
    // Every pair obliges: what is met again and again on one side is on the other.
    let just = truths(model, &model.justice, &graph.states);
    let lits: Vec<Lit> = model.compassion.iter().flat_map(|(p, q)| [*p, *q]).collect();
    let strong = truths(model, &lits, &graph.states);
    let pairs = |node: usize| -> Vec<(bool, bool)> {
        let (state, place) = (node / count, node % count);
        let mut pairs = vec![(true, automaton.states[place].accepting)];
        pairs.extend(just[state].iter().map(|&met| (true, met)));
        pairs.extend(strong[state].chunks(2).map(|pair| (pair[0], pair[1])));
        pairs
    };
    let nodes = reachable(&steps, &begins);
    is_fair_within(&steps, nodes, &pairs)
}

/// Some infinite run within these nodes meets every pair (emptiness of Streett automata, by components).
fn is_fair_within(
    steps: &[Vec<usize>],
    nodes: Vec<usize>,
    pairs: &dyn Fn(usize) -> Vec<(bool, bool)>,
) -> bool {
    let inside: Vec<Vec<usize>> = (0..steps.len())
        .map(|from| match nodes.contains(&from) {
            true => steps[from].iter().copied().filter(|to| nodes.contains(to)).collect(),
            false => Vec::new(),
        })
        .collect();
    let mut left = nodes.clone();
    while let Some(first) = left.first().copied() {
        let after = reachable(&inside, &[first]);
        let component: Vec<usize> = after
            .into_iter()
            .filter(|&node| left.contains(&node) && reachable(&inside, &[node]).contains(&first))
            .collect();
        left.retain(|node| !component.contains(node));
        let has_cycle = component.iter().any(|&from| inside[from].iter().any(|to| component.contains(to)));
        if !has_cycle {
            continue;
        }
        let rows: Vec<_> = component.iter().map(|&node| pairs(node)).collect();
        let broken: Vec<usize> = (0..rows[0].len())
            .filter(|&i| rows.iter().any(|row| row[i].0) && !rows.iter().any(|row| row[i].1))
            .collect();
        if broken.is_empty() {
            return true;
        }
        let kept: Vec<usize> = component
            .iter()
            .zip(&rows)
            .filter(|(_, row)| broken.iter().all(|&i| !row[i].0))
            .map(|(&node, _)| node)
            .collect();
        if !kept.is_empty() && is_fair_within(steps, kept, pairs) {
            return true;
        }
    }
    false
}
