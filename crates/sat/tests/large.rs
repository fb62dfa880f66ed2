//! Models that are too large for states one by one: each is proved by IC3 within seconds, or refuted if it is
//! broken.

mod common;

use sat::{ProofMethod, SatFigures, SatTask};
use std::sync::Arc;
use std::time::Instant;
use sym::{Answer, Domain, Lit, Question, SymbolicModel, VariableKind};

fn bits(model: &mut SymbolicModel, name: &str, count: usize, kind: VariableKind) -> Vec<(Lit, Lit)> {
    (0..count)
        .map(|number| {
            let variable = model.declare(&format!("{name}{number}"), kind, Domain::Bool);
            let bit = model.variables[variable].first;
            (model.circuit.now(bit), model.circuit.next(bit))
        })
        .collect()
}

fn follow(model: &mut SymbolicModel, next: Lit, value: Lit) {
    let follows = model.circuit.iff(next, value);
    model.trans.push(follows);
}

fn claim(model: &mut SymbolicModel, always: Lit) {
    let spec = common::spec("safe", vec![always], Question::Invariant(logic::Formula::Atom(0)));
    model.specs.push(spec);
}

fn never_two(model: &mut SymbolicModel, cells: &[Lit]) -> Lit {
    let pairs: Vec<Lit> = (0..cells.len())
        .flat_map(|j| (0..j).map(move |i| (i, j)))
        .map(|(i, j)| !model.circuit.and(cells[i], cells[j]))
        .collect();
    model.circuit.all(&pairs)
}

/// Two counters that count together when an input says so. Broken, the second counts the first time alone.
fn counters(width: usize, broken: bool) -> SymbolicModel {
    let mut model = SymbolicModel::default();
    let tick = bits(&mut model, "tick", 1, VariableKind::Input)[0].0;
    let first = bits(&mut model, "a", width, VariableKind::State);
    let second = bits(&mut model, "b", width, VariableKind::State);
    for (counter, own) in [(&first, false), (&second, broken)] {
        let zero: Vec<Lit> = counter.iter().map(|(now, _)| !*now).collect();
        let is_zero = model.circuit.all(&zero);
        let starts = if own { model.circuit.or(tick, is_zero) } else { tick };
        let mut carry = starts;
        for &(now, next) in counter {
            model.init.push(!now);
            let sum = model.circuit.xor(now, carry);
            carry = model.circuit.and(now, carry);
            follow(&mut model, next, sum);
        }
    }
    let equal: Vec<Lit> = first.iter().zip(&second).map(|(a, b)| model.circuit.iff(a.0, b.0)).collect();
    let equal = model.circuit.all(&equal);
    claim(&mut model, equal);
    model
}

/// A ring through which a token goes, or stays, as an input says. Broken, the last cell keeps a copy.
fn ring(cells: usize, broken: bool) -> SymbolicModel {
    let mut model = SymbolicModel::default();
    let go = bits(&mut model, "go", 1, VariableKind::Input)[0].0;
    let ring = bits(&mut model, "token", cells, VariableKind::State);
    for (number, &(now, next)) in ring.iter().enumerate() {
        model.init.push(now.flip(number > 0));
        let before = ring[(number + cells - 1) % cells].0;
        let stays = if broken && number + 1 == cells { model.circuit.or(before, now) } else { before };
        let value = model.circuit.ite(go, stays, now);
        follow(&mut model, next, value);
    }
    let now: Vec<Lit> = ring.iter().map(|cell| cell.0).collect();
    let safe = never_two(&mut model, &now);
    claim(&mut model, safe);
    model
}

/// Processes that are idle, try, or are inside; one of them moves at a time, and who enters takes a lock. Broken, the
/// last one does not look at it.
fn exclusion(processes: usize, broken: bool) -> SymbolicModel {
    let mut model = SymbolicModel::default();
    let moves = bits(&mut model, "moves", processes, VariableKind::Input);
    let trying = bits(&mut model, "trying", processes, VariableKind::State);
    let inside = bits(&mut model, "inside", processes, VariableKind::State);
    let lock = bits(&mut model, "lock", 1, VariableKind::State)[0];
    let who: Vec<Lit> = moves.iter().map(|(now, _)| *now).collect();
    let alone = never_two(&mut model, &who);
    model.trans.push(alone);
    model.init.push(!lock.0);
    let (mut taken, mut freed) = (Vec::new(), Vec::new());
    for number in 0..processes {
        let ((trying, trying_next), (inside, inside_next)) = (trying[number], inside[number]);
        model.init.extend([!trying, !inside]);
        let free = if broken && number + 1 == processes { Lit::TRUE } else { !lock.0 };
        let circuit = &mut model.circuit;
        let begins = circuit.all(&[who[number], !trying, !inside]);
        let enters = circuit.all(&[who[number], trying, free]);
        let leaves = circuit.all(&[who[number], inside]);
        let waits = circuit.and(trying, !enters);
        let tries = circuit.or(begins, waits);
        let stays = circuit.and(inside, !leaves);
        let is_in = circuit.or(enters, stays);
        follow(&mut model, trying_next, tries);
        follow(&mut model, inside_next, is_in);
        taken.push(enters);
        freed.push(leaves);
    }
    let (taken, freed) = (model.circuit.any(&taken), model.circuit.any(&freed));
    let kept = model.circuit.and(lock.0, !freed);
    let value = model.circuit.or(taken, kept);
    follow(&mut model, lock.1, value);
    let now: Vec<Lit> = inside.iter().map(|process| process.0).collect();
    let safe = never_two(&mut model, &now);
    claim(&mut model, safe);
    model
}

fn ask(name: &str, model: &SymbolicModel, method: ProofMethod) -> Answer {
    let mut tell = |_: &sat::SatProgress| {};
    let figures = SatFigures::default();
    let mut asked = SatTask { bound: Some(60), stop: Arc::new(|| false), tell: &mut tell, figures };
    let start = Instant::now();
    let answered = sat::answer(model, &model.specs[0], method, &mut asked);
    let answered = answered.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    eprintln!("{name} by {method:?}: {:.2} s, {:?}", start.elapsed().as_secs_f64(), asked.figures);
    answered.answer
}

#[test]
fn a_pair_of_counters() {
    assert_eq!(ask("counters 24", &counters(24, false), ProofMethod::Ic3), Answer::Holds);
    assert_eq!(ask("counters 24", &counters(24, false), ProofMethod::Induction), Answer::Holds);
    assert!(matches!(ask("counters 24, broken", &counters(24, true), ProofMethod::Ic3), Answer::Fails(_)));
}

#[test]
fn a_ring_with_a_token() {
    assert_eq!(ask("ring 16", &ring(16, false), ProofMethod::Ic3), Answer::Holds);
    for method in [ProofMethod::Ic3, ProofMethod::Bounded, ProofMethod::Induction] {
        assert!(matches!(ask("ring 16, broken", &ring(16, true), method), Answer::Fails(_)));
    }
}

#[test]
fn mutual_exclusion_of_twelve() {
    assert_eq!(ask("exclusion 12", &exclusion(12, false), ProofMethod::Ic3), Answer::Holds);
    for method in [ProofMethod::Ic3, ProofMethod::Bounded, ProofMethod::Induction] {
        assert!(matches!(ask("exclusion 12, broken", &exclusion(12, true), method), Answer::Fails(_)));
    }
}
