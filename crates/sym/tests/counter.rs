//! A model by hand: a counter to five with a switch as input, and what can be said of it.

use logic::{Formula, Unary};
use lts::{Atoms, Choices, Status, System};
use std::sync::Arc;
use sym::{
    Assignment, Confirmed, Domain, Explicit, Lit, Question, Solver, SymbolicModel, SymbolicSpec, Trace,
    VariableKind,
};

/// It counts when the switch is on, and begins again after four.
fn counter() -> SymbolicModel {
    let mut model = SymbolicModel::default();
    let count = model.declare("count", VariableKind::State, Domain::Range(0, 4));
    let switch = model.declare("switch", VariableKind::Input, Domain::Bool);
    let bits: Vec<_> = model.variables[count].bits().collect();
    let on = model.variables[switch].first;
    let circuit = &mut model.circuit;
    let now: Vec<Lit> = bits.iter().map(|bit| circuit.now(*bit)).collect();
    let next: Vec<Lit> = bits.iter().map(|bit| circuit.next(*bit)).collect();
    let on = circuit.now(on);
    let (mut carry, last) = (on, circuit.all(&[!now[0], !now[1], now[2]]));
    for (n, t) in now.iter().zip(&next) {
        let sum = circuit.xor(*n, carry);
        carry = circuit.and(*n, carry);
        let wraps = circuit.and(last, on);
        let value = circuit.ite(wraps, Lit::FALSE, sum);
        model.trans.push(circuit.iff(*t, value));
        model.init.push(!*n);
    }
    model.justice.push(now[0]);
    model
}

fn spec(model: &mut SymbolicModel, question: Question) -> SymbolicSpec {
    let bit = model.variables[0].first;
    let odd = model.circuit.now(bit);
    SymbolicSpec {
        name: "odd".into(),
        place: "counter:1".into(),
        atoms: vec![odd],
        atom_names: vec!["odd".into()],
        question,
    }
}

fn state(model: &SymbolicModel, count: u64, on: bool) -> Assignment {
    let mut state = Assignment::zero(model.bits());
    model.variables[0].bits().enumerate().for_each(|(i, bit)| state.set(bit, count >> i & 1 == 1));
    state.set(model.variables[1].first, on);
    state
}

#[test]
fn states_are_found_one_by_one() {
    let model = counter();
    let begins = Solver::beginnings(&model).solve(&state(&model, 0, false), 10).unwrap();
    assert_eq!(begins.len(), 1);
    let steps = Solver::steps(&model);
    let next = |count| -> Vec<String> {
        let found = steps.solve(&state(&model, count, false), 10).unwrap();
        found.iter().map(|(state, _)| model.variables[0].value(state).to_string()).collect()
    };
    assert_eq!((next(2), next(4)), (vec!["2".to_string(), "3".into()], vec!["0".to_string(), "4".into()]));
    assert!(steps.solve(&state(&model, 2, false), 1).is_err());
    let mut system = Explicit::new(Arc::new(model), &[]);
    let mut choices = Choices::default();
    system.start();
    for expected in [1, 2, 2, 2] {
        assert_eq!((system.choices(&mut choices), choices.list.len()), (Status::Live, expected));
        system.step(choices.list[expected - 1]);
        assert!(!system.holds(0), "every state has a successor");
    }
}

#[test]
fn it_is_known_whether_functions_can_hold_at_once() {
    let mut circuit = sym::Circuit::default();
    let (now, next) = (circuit.now(sym::Bit(3)), circuit.next(sym::Bit(3)));
    let same = circuit.iff(now, next);
    assert_eq!(sym::can_hold(&circuit, &[same, now], 100), Some(true));
    assert_eq!(sym::can_hold(&circuit, &[same, now, !next], 100), Some(false));
    assert_eq!(sym::can_hold(&circuit, &[Lit::FALSE], 100), Some(false));
    assert_eq!(sym::can_hold(&circuit, &[], 0), Some(true));
    assert_eq!(sym::can_hold(&circuit, &[same], 1), None);
}

#[test]
fn traces_are_judged_by_evaluation() {
    let mut model = counter();
    let odd = Formula::Atom(0);
    let never_odd = spec(&mut model, Question::Ltl(odd.clone().negate().globally()));
    let at = |count, on| state(&model, count, on);
    let round: Vec<Assignment> = (0..5).map(|count| at(count, true)).collect();
    let good = Trace { states: round.clone(), loop_from: Some(0) };
    assert_eq!(good.check(&model, &never_odd), Ok(Confirmed::Whole));
    let values = good.values(&model, 3);
    assert_eq!(values[0].1.to_string() + &values[1].1.to_string(), "3TRUE");
    let wrong = |states: Vec<Assignment>, loop_from| {
        Trace { states, loop_from }.check(&model, &never_odd).unwrap_err()
    };
    assert!(wrong(round.clone(), None).contains("go on for ever"));
    assert!(wrong(round[1..].to_vec(), None).contains("no run begins"));
    assert!(wrong(vec![at(0, true), at(2, true)], None).contains("no step from state 1"));
    assert!(wrong(round[..2].to_vec(), Some(0)).contains("no step from state 2"));
    assert!(wrong(vec![at(0, false)], Some(0)).contains("justice 1"));
    assert!(wrong(vec![at(7, false)], None).contains("no run begins"));
    let invariant = spec(&mut model.clone(), Question::Invariant(odd.clone().negate()));
    assert_eq!(
        Trace { states: round[..2].to_vec(), loop_from: None }.check(&model, &invariant),
        Ok(Confirmed::Whole)
    );
    assert!(Trace { states: round[..3].to_vec(), loop_from: None }.check(&model, &invariant).is_err());
    let all = |path: Formula| Formula::unary(Unary::All, path);
    let some = |path: Formula| Formula::unary(Unary::Exists, path);
    let judged = |formula: Formula| good.check(&model, &spec(&mut model.clone(), Question::Ctl(formula)));
    assert_eq!(judged(all(odd.clone().negate().globally())), Ok(Confirmed::Whole));
    assert_eq!(judged(all(all(odd.clone().next()).next())), Ok(Confirmed::Whole));
    assert_eq!(judged(all(all(odd.clone().next()).globally())), Ok(Confirmed::Whole));
    assert_eq!(judged(some(some(odd.clone().next()).next())), Ok(Confirmed::Run));
    assert!(judged(Formula::or(odd.clone(), odd.clone().negate())).is_err());
    assert!(judged(some(odd.future())).is_err());
}
