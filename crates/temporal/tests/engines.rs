//! Engines against each other on random models: LTL on the fly by nested search and by components, with and
//! without fairness, against CTL* on the whole graph.

use check::{Graph, STUTTER, Sat, Step, explore_by_workers, has_accepting_cycle};
use logic::buchi::translate;
use logic::lasso::{Lasso, holds};
use logic::{Binary, Formula, Unary};
use lts::{Choice, Finding, MaybeOwned, Property, System};
use model::{Model, Walker};
use search::{Checkpoints, Cycles, Limits, Workers, component_search, nested_depth_first, record_by_workers};
use std::sync::Arc;
use store::{Exact, Shared};
use testkit::random;
use wrap::Product;

struct Random(random::Random);

impl Random {
    fn new(seed: u64) -> Random {
        Random(random::Random::new(seed))
    }

    fn below(&mut self, below: usize) -> usize {
        self.0.below(below)
    }

    fn model(&mut self) -> Model {
        let count = 1 + self.below(10);
        let edges = 2 + self.below(4);
        let text: String = (0..count)
            .map(|state| {
                let atoms = ["p", "q"].map(|atom| if self.below(2) == 0 { atom } else { "" }).join(" ");
                let steps: String = (0..self.below(edges))
                    .map(|_| format!(" {}:s{}", ["A", "B", "C"][self.below(3)], self.below(count)))
                    .collect();
                let star = if state == 0 { "*" } else { "" };
                format!("s{state}{star} {atoms} ->{steps}\n")
            })
            .collect();
        // The first line gives the atoms their numbers.
        Model::parse(&format!("first p q -> s0\n{text}")).expect("a model")
    }

    fn ltl(&mut self, size: usize) -> Formula {
        const UNARY: [Unary; 4] = [Unary::Not, Unary::Next, Unary::Future, Unary::Globally];
        const BINARY: [Binary; 5] =
            [Binary::And, Binary::Or, Binary::Until, Binary::Release, Binary::Implies];
        match size {
            0 | 1 => Formula::Atom(self.below(2) as u32),
            2 => Formula::unary(UNARY[self.below(4)], self.ltl(1)),
            _ if self.below(2) == 0 => Formula::unary(UNARY[self.below(4)], self.ltl(size - 1)),
            _ => {
                let left = 1 + self.below(size - 2);
                Formula::binary(BINARY[self.below(5)], self.ltl(left), self.ltl(size - 1 - left))
            }
        }
    }
}

/// The model as a graph, without any engine.
fn graph(model: &Model) -> Graph {
    let steps = |own: &Vec<(u32, u32)>| {
        let numbered = (0u32..).zip(own);
        numbered.map(|(value, &(actor, to))| Step { choice: Choice { actor, value }, to }).collect()
    };
    let steps = model.steps.iter().map(steps).collect();
    Graph::new(model.initial.clone(), model.valuations.clone(), steps, STUTTER)
}

const LIMITS: Limits =
    Limits { states: None, depth: None, time: None, store_bytes: None, preemptions: None, all: false };

/// The words of a path of the model: those of the stem and of the cycle; a run that has ended stays where it
/// is.
fn word(model: &Model, from: u32, product: &Product<'_>, stem: &[Choice], cycle: &[Choice]) -> Lasso {
    let mut at = from;
    let mut letters = |path: &[Choice]| -> Vec<u64> {
        path.iter()
            .map(|&choice| {
                let letter = model.valuations[at as usize];
                if let Some(step) = product.moves(&[choice]).path.first() {
                    let (actor, to) = model.steps[at as usize][step.value as usize];
                    assert_eq!(actor, step.actor);
                    at = to;
                }
                letter
            })
            .collect()
    };
    let stem = letters(stem);
    Lasso { stem, cycle: letters(cycle) }
}

/// What several workers say of a product: it accepts nothing; and whether more than one of them had to do.
fn by_workers(product: Product<'static>, fair: bool) -> (bool, bool) {
    let mut system: Box<dyn System> = Box::new(product);
    let workers = Workers { count: 3, quiet_steps: 2 };
    let mut probe =
        |records: &[&search::Record], goes_on: &dyn Fn() -> bool| has_accepting_cycle(records, fair, goes_on);
    let (records, result, is_accepted) =
        record_by_workers(&mut system, &mut Shared::default(), workers, &LIMITS, &mut probe, &mut |_| true);
    let is_shared = records.iter().skip(1).any(|record| !record.steps.is_empty());
    (result.is_complete() && result.found.is_empty() && !is_accepted, is_shared)
}

/// What several workers make of a model.
fn graph_by_workers(model: &Arc<Model>, from: u32) -> Graph {
    let mut system: Box<dyn System> = Box::new(Walker::new(model.clone(), from));
    let workers = Workers { count: 3, quiet_steps: 2 };
    let (graph, result) =
        explore_by_workers(&mut system, &mut Shared::default(), workers, &LIMITS, &mut |_| true);
    assert!(result.is_complete() && result.found.is_empty());
    graph
}

/// Teams take ten milliseconds each: of the systems, every so many-th has one.
const TEAM_EVERY: u64 = 8;

#[test]
fn on_the_fly_agrees_with_the_whole_graph() {
    let (mut violated, mut fair_only, mut shared) = (0, 0, 0);
    let team_every = if std::env::var_os("JAYWALK_ALL").is_some() { 1 } else { TEAM_EVERY };
    for seed in 0..4_000u64 {
        let mut random = Random::new(seed);
        let model = Arc::new(random.model());
        let size = 1 + random.below(9);
        let formula = random.ltl(size);
        let graph = graph(&model);
        let from = model.initial[0];
        let everywhere = Formula::unary(Unary::All, formula.clone());
        let expected = [false, true].map(|fair| {
            Sat::new(&graph, fair, &check::Effort::free()).sat(&everywhere).expect("small")[from as usize]
        });
        let automaton = translate(&formula.clone().negate()).expect("small");
        let finding = Finding { property: Property::TEMPORAL, message: String::new(), details: vec![] };
        let mut walker = Walker::new(model.clone(), from);
        let (automaton, atoms): (_, Arc<[u32]>) = (Arc::new(automaton), Arc::from([0, 1]));
        for fair in [false, true].into_iter().filter(|_| seed % team_every == 0) {
            let machine = MaybeOwned::Owned(Box::new(Walker::new(model.clone(), from)));
            let product = Product::new(machine, automaton.clone(), atoms.clone(), finding.clone());
            let (is_safe, is_shared) = by_workers(product, fair);
            assert_eq!(
                is_safe,
                expected[usize::from(fair)],
                "workers, fair {fair}, seed {seed}: {formula:?}\n{model}"
            );
            shared += u32::from(is_shared);
            let graph = graph_by_workers(&model, from);
            let found = Sat::new(&graph, fair, &check::Effort::free()).sat(&everywhere).expect("small")
                [graph.initial[0] as usize];
            assert_eq!(
                found,
                expected[usize::from(fair)],
                "a graph by workers, seed {seed}: {formula:?}\n{model}"
            );
        }
        let mut product = Product::new(MaybeOwned::Borrowed(&mut walker), automaton, atoms, finding);
        for (engine, fair) in [("nested", false), ("components", false), ("components", true)] {
            let mut store = Exact::default();
            let kept = Checkpoints::default();
            let ended = match engine {
                "nested" => nested_depth_first(&mut product, &mut store, &LIMITS, kept, &mut |_| true),
                _ => component_search(&mut product, &mut store, &LIMITS, fair, kept, &mut |_| true),
            };
            let ended: Cycles = ended.expect("no checkpoint");
            let safe = expected[usize::from(fair)];
            assert_eq!(ended.is_clean(), safe, "{engine}, fair {fair}, seed {seed}: {formula:?}\n{model}");
            if let Some(lasso) = &ended.lasso {
                let word = word(&model, from, &product, &lasso.stem, &lasso.cycle);
                assert!(!holds(&formula, &word), "{engine}, seed {seed}: {word:?} has {formula:?}\n{model}");
            }
        }
        violated += u32::from(!expected[0]);
        fair_only += u32::from(!expected[0] && expected[1]);
    }
    assert!(violated > 500 && fair_only > 20, "too few differences: {violated}, {fair_only}");
    assert!(shared > 100, "several workers had something to do {shared} times");
}
