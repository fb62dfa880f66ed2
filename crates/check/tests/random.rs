//! The engines against evaluators written after the equations, on thousands of random graphs and formulas.

mod common;

use check::{Effort, Evidence, Graph, Sat, evidence, mu, mu_evidence};
use common::{Random, by_equations};
use logic::lasso::{Lasso, holds};
use logic::{Binary, Formula, Unary};

const RUNS: u64 = 6_000;

#[test]
fn ctl_agrees_with_its_fixpoint_equations() {
    for seed in 0..RUNS {
        let mut random = Random::new(seed);
        let graph = random.graph(9);
        let size = 1 + random.below(9);
        let formula = random.ctl(size);
        let found = Sat::new(&graph, false, &Effort::free()).sat(&formula).expect("small");
        assert_eq!(found, by_equations(&graph, &formula, &mut vec![]), "seed {seed}: {formula:?}");
    }
}

#[test]
fn mu_agrees_with_naive_iteration() {
    for seed in 0..RUNS {
        let mut random = Random::new(seed + 1_000_000);
        let graph = random.graph(6);
        let size = 2 + random.below(9);
        let formula = random.mu(size, &mut vec![], &mut 0);
        assert_eq!(
            mu(&graph, &formula, &Effort::free()),
            by_equations(&graph, &formula, &mut vec![]),
            "seed {seed}: {formula:?}"
        );
        let set = mu(&graph, &formula, &Effort::free());
        for state in 0..graph.len() as u32 {
            let shown = mu_evidence(&graph, &formula, state, &Effort::free());
            assert_eq!(
                shown.is_some(),
                set[state as usize],
                "the game, seed {seed}, state {state}: {formula:?}"
            );
            shown.iter().for_each(|shown| check_path(&graph, state, shown));
        }
        let negated = formula.clone().negate();
        let opposite: Vec<bool> = mu(&graph, &formula, &Effort::free()).iter().map(|x| !x).collect();
        assert_eq!(mu(&graph, &negated, &Effort::free()), opposite, "seed {seed}");
        let tautology = Formula::binary(Binary::Iff, formula.clone(), formula);
        assert!(mu(&graph, &tautology, &Effort::free()).iter().all(|x| *x), "seed {seed}");
    }
}

/// All lassos of a graph from its first state whose stem and cycle visit no state twice, as words.
fn simple_lassos(graph: &Graph) -> Vec<Lasso> {
    fn go(graph: &Graph, path: &mut Vec<u32>, out: &mut Vec<Lasso>) {
        let last = *path.last().unwrap();
        for step in graph.steps(last) {
            if let Some(at) = path.iter().position(|&s| s == step.to) {
                let letters = |states: &[u32]| states.iter().map(|&s| graph.valuations[s as usize]).collect();
                out.push(Lasso { stem: letters(&path[..at]), cycle: letters(&path[at..]) });
            } else {
                path.push(step.to);
                go(graph, path, out);
                path.pop();
            }
        }
    }
    let mut out = Vec::new();
    go(graph, &mut vec![0], &mut out);
    out
}

#[test]
fn ctl_star_agrees_with_paths() {
    for seed in 0..RUNS {
        let mut random = Random::new(seed + 2_000_000);
        let graph = random.graph(6);
        let size = 1 + random.below(8);
        let path = random.ltl(size);
        let effort = Effort::free();
        let mut sat = Sat::new(&graph, false, &effort);
        let exists = Formula::unary(Unary::Exists, path.clone());
        let some = sat.sat(&exists).expect("small")[0];
        let all = sat.sat(&Formula::unary(Unary::All, path.clone())).expect("small")[0];
        // What one path shows, the engine must say.
        for word in simple_lassos(&graph) {
            let holds = holds(&path, &word);
            assert!(some || !holds, "seed {seed}: {path:?} holds on {word:?}");
            assert!(!all || holds, "seed {seed}: {path:?} fails on {word:?}");
        }
        // What the engine says, one path must show.
        for (claim, formula) in [(some, path.clone()), (!all, path.negate())] {
            if claim {
                let exists = Formula::unary(Unary::Exists, formula.clone());
                let found = evidence(&mut sat, &exists, 0).expect("small");
                check_path(&graph, 0, &found);
                if let Some(word) = word(&graph, &found) {
                    assert!(holds(&formula, &word), "seed {seed}: {formula:?} is not shown by {word:?}");
                }
            }
        }
    }
}

/// The path exists: each step begins where the last one ended, and the cycle closes.
fn check_path(graph: &Graph, from: u32, found: &Evidence) {
    let mut at = from;
    for step in &found.steps {
        assert!(graph.steps(at).contains(step));
        at = step.to;
    }
    let start = at;
    for step in &found.cycle {
        assert!(graph.steps(at).contains(step));
        at = step.to;
    }
    assert_eq!(at, start, "the cycle does not close");
}

/// The word of an infinite path.
fn word(graph: &Graph, found: &Evidence) -> Option<Lasso> {
    let mut at = 0;
    let mut letters = |steps: &[check::Step]| -> Vec<u64> {
        steps
            .iter()
            .map(|step| {
                let letter = graph.valuations[at as usize];
                at = step.to;
                letter
            })
            .collect()
    };
    let stem = letters(&found.steps);
    let cycle = letters(&found.cycle);
    (!cycle.is_empty()).then_some(Lasso { stem, cycle })
}

#[test]
fn logics_agree_where_both_can_say_it() {
    let not = Formula::negate;
    for seed in 0..RUNS / 2 {
        let mut random = Random::new(seed + 3_000_000);
        let graph = random.graph(10);
        let (a, b) = (random.ctl(1 + seed as usize % 4), random.ctl(1 + seed as usize % 3));
        let effort = Effort::free();
        let mut sat = Sat::new(&graph, false, &effort);
        let mut equal = |x: Formula, y: Formula| {
            let (left, right) = (sat.sat(&x).expect("small"), sat.sat(&y).expect("small"));
            assert_eq!(left, right, "seed {seed}: {x:?} and {y:?}");
        };
        let e = |f: Formula| Formula::unary(Unary::Exists, f);
        let all = |f: Formula| Formula::unary(Unary::All, f);
        let (p, q) = (|| a.clone(), || b.clone());
        // The lecture's basis of CTL: EX, EU, EG.
        equal(all(p().next()), not(e(not(p()).next())));
        equal(all(p().globally()), not(e(not(p()).future())));
        equal(all(p().future()), not(e(not(p()).globally())));
        equal(e(p().future()), e(Formula::until(Formula::True, p())));
        let neither = Formula::and(not(p()), not(q()));
        let by_basis = Formula::or(e(Formula::until(not(q()), neither)), e(not(q()).globally()));
        equal(all(Formula::until(p(), q())), not(by_basis));
        // The lecture's equations.
        equal(all(p().globally()), Formula::and(p(), all(all(p().globally()).next())));
        equal(e(p().globally()), Formula::and(p(), e(e(p().globally()).next())));
        equal(all(p().future()), Formula::or(p(), all(all(p().future()).next())));
        equal(e(p().future()), Formula::or(p(), e(e(p().future()).next())));
        let au = || all(Formula::until(p(), q()));
        equal(au(), Formula::or(q(), Formula::and(p(), all(au().next()))));
        let eu = || e(Formula::until(p(), q()));
        equal(eu(), Formula::or(q(), Formula::and(p(), e(eu().next()))));
        // LTL on paths: F p is true U p, G p is not F not p.
        equal(all(p().future().globally()), all(Formula::until(Formula::True, p()).globally()));
        equal(all(p().globally().future()), all(not(not(p()).future()).future()));
        // GF p and AG AF p are the same; FG p and AF AG p are not.
        equal(all(p().future().globally()), all(all(p().future()).globally()));
    }
}

#[test]
fn fixpoints_are_the_operators() {
    let (y, p, q) = (|| Formula::Var(0), || Formula::Atom(0), || Formula::Atom(1));
    let fix = |fix, body| Formula::Fixpoint(fix, 0, Box::new(body));
    let e = |f: Formula| Formula::unary(Unary::Exists, f);
    let all = |f: Formula| Formula::unary(Unary::All, f);
    use logic::Fix::{Greatest, Least};
    // The lecture's table of fixpoint characterizations.
    let table = [
        (fix(Greatest, Formula::and(p(), all(y().next()))), all(p().globally())),
        (fix(Greatest, Formula::and(p(), e(y().next()))), e(p().globally())),
        (fix(Least, Formula::or(p(), all(y().next()))), all(p().future())),
        (fix(Least, Formula::or(p(), e(y().next()))), e(p().future())),
        (fix(Least, Formula::or(q(), Formula::and(p(), all(y().next())))), all(Formula::until(p(), q()))),
        (fix(Least, Formula::or(q(), Formula::and(p(), e(y().next())))), e(Formula::until(p(), q()))),
    ];
    for seed in 0..RUNS / 4 {
        let graph = Random::new(seed + 4_000_000).graph(12);
        for (fixpoint, operator) in &table {
            let expected = Sat::new(&graph, false, &Effort::free()).sat(operator).expect("small");
            assert_eq!(mu(&graph, fixpoint, &Effort::free()), expected, "seed {seed}: {operator:?}");
            // What one path can show of EF and EG it shows: a state with p, and a loop of such states.
            if expected[0] && *operator == e(p().future()) {
                let shown = mu_evidence(&graph, fixpoint, 0, &Effort::free()).expect("it holds");
                let last = shown.steps.last().map_or(0, |step| step.to);
                assert!(graph.valuations[last as usize] & 1 == 1 && shown.cycle.is_empty(), "seed {seed}");
            }
            if expected[0] && *operator == e(p().globally()) {
                let shown = mu_evidence(&graph, fixpoint, 0, &Effort::free()).expect("it holds");
                let word = word(&graph, &shown).expect("a loop");
                assert!(holds(&p().globally(), &word), "seed {seed}");
            }
        }
    }
}
