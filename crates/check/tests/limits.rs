//! Whoever computes on a large graph stops soon after he was told to, in whichever part of the work that is; and
//! is told how much memory is held.

use check::{Effort, Graph, Sat, Step, evidence, mu, mu_evidence};
use logic::{Binary, Fix, Formula, Unary};
use lts::Choice;
use std::cell::Cell;
use std::time::{Duration, Instant};
use testkit::random::Random;

/// Something that is computed on a graph.
type Work<'w> = dyn Fn(&Effort<'_>) + 'w;

const STATES: u32 = 300_000;
/// Bounds hold within a second where a core is free; here they must hold at all, on whatever machine.
const SOON: Duration = Duration::from_secs(20);

/// A ring with shortcuts for three actors.
fn large() -> Graph {
    let mut numbers = Random(1);
    let mut random = |below: u32| numbers.below(below as usize) as u32;
    let valuations = (0..STATES).map(|_| u64::from(random(8))).collect();
    let step = |actor: u32, to: u32| Step { choice: Choice { actor, value: 0 }, to };
    let mut steps: Vec<Vec<Step>> = Vec::new();
    for state in 0..STATES {
        let far = random(STATES);
        steps.push(vec![step(0, (state + 1) % STATES), step(1, far), step(2, state)]);
    }
    Graph::new(vec![0], valuations, steps, u32::MAX)
}

fn atom(number: u32) -> Formula {
    Formula::Atom(number)
}

fn all(path: Formula) -> Formula {
    Formula::unary(Unary::All, path)
}

/// `E(GF a0 && GF a1 && FG !a2)`, which needs an automaton.
fn star() -> Formula {
    let again = |a: Formula| a.future().globally();
    let both = |a: Formula, b: Formula| Formula::binary(Binary::And, a, b);
    let path = both(both(again(atom(0)), again(atom(1))), atom(2).negate().globally().future());
    Formula::unary(Unary::Exists, path)
}

/// `nu X. mu Y. (a0 && AX X) || AX Y`.
fn fixpoints() -> Formula {
    let next = |a: Formula| all(Formula::unary(Unary::Next, a));
    let inner = Formula::binary(Binary::And, atom(0), next(Formula::Var(0)));
    let body = Formula::binary(Binary::Or, inner, next(Formula::Var(1)));
    let least = Formula::Fixpoint(Fix::Least, 1, Box::new(body));
    Formula::Fixpoint(Fix::Greatest, 0, Box::new(least))
}

/// Does something, told to stop at the question with this number. How often it asked, and how long it took from there.
fn stopped(stop_at: u32, work: &dyn Fn(&Effort<'_>)) -> (u32, Duration, u64) {
    let (asked, told, most) = (Cell::new(0), Cell::new(None), Cell::new(0));
    let ask = |bytes: u64| {
        asked.set(asked.get() + 1);
        most.set(most.get().max(bytes));
        if asked.get() >= stop_at && told.get().is_none() {
            told.set(Some(Instant::now()));
        }
        asked.get() < stop_at
    };
    let effort = Effort::watched(&ask);
    work(&effort);
    assert_eq!(effort.is_over(), told.get().is_some());
    (asked.get(), told.get().map_or(Duration::ZERO, |told| told.elapsed()), most.get())
}

#[test]
fn work_on_a_large_graph_ends_when_it_is_told_to() {
    let graph = large();
    let ctl = |effort: &Effort<'_>, fair: bool| {
        let formula = all(all(atom(0).future()).globally());
        let mut sat = Sat::new(&graph, fair, effort);
        let set = sat.sat(&formula).expect("small");
        if !sat.is_over() && !set[0] {
            evidence(&mut sat, &formula.negate(), 0).expect("small");
        }
    };
    let by_automaton = |effort: &Effort<'_>| {
        let mut sat = Sat::new(&graph, true, effort);
        let set = sat.sat(&star()).expect("small");
        if !sat.is_over() && set[0] {
            evidence(&mut sat, &star(), 0).expect("small");
        }
    };
    let by_iteration = |effort: &Effort<'_>| {
        mu(&graph, &fixpoints(), effort);
        mu_evidence(&graph, &fixpoints(), 0, effort);
    };
    let works: [(&str, &Work<'_>); 4] = [
        ("ctl", &|effort| ctl(effort, false)),
        ("fair ctl", &|effort| ctl(effort, true)),
        ("ctl*", &by_automaton),
        ("mu", &by_iteration),
    ];
    for (name, work) in works {
        let (questions, _, most) = stopped(u32::MAX, work);
        assert!(questions > 0, "{name}: nobody was asked");
        assert!(most >= u64::from(STATES), "{name}: {most} bytes are too few for a set of states");
        for stop_at in [1, 2, questions / 3, questions / 2, questions - 1].into_iter().filter(|&at| at > 0) {
            let (_, took, _) = stopped(stop_at, work);
            assert!(took < SOON, "{name}, told to stop at {stop_at} of {questions}: {took:?}");
        }
    }
}
