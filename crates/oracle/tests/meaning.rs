//! Small programs whose outcomes are known by hand.

use oracle::engine::expected;
use oracle::explore::{explore, graph};
use oracle::formula::{Atom, Formula};
use oracle::generate::{Feature, Size, generate};
use oracle::program::{Class, Cond, Expr, Lock, Place, Program, Stmt, Style};
use oracle::shrink::shrink;
use oracle::temporal::Runs;

const X: Place = Place::Plain(0);

fn program(threads: Vec<Vec<Stmt>>) -> Program {
    let daemons = vec![false; threads.len()];
    Program { classes: Vec::new(), threads, daemons, shows: false, catches: false, probe: None }
}

fn add() -> Stmt {
    Stmt::Add { to: X, by: 1, style: Style::Direct }
}

fn read(from: Place) -> Stmt {
    Stmt::Read { to: 0, from, style: Style::Direct }
}

fn write(value: i32) -> Stmt {
    Stmt::Write { to: X, value: Expr::Const(value), style: Style::Direct }
}

fn print() -> Stmt {
    Stmt::Print(Expr::Local(0))
}

fn sync(lock: usize, body: Vec<Stmt>) -> Stmt {
    Stmt::Sync { lock: Lock::Object(lock), attempt: None, body }
}

fn join(thread: usize) -> Stmt {
    Stmt::Join { thread, timed: false }
}

/// Outputs and findings, each sorted.
fn said(program: &Program) -> (Vec<String>, Vec<String>) {
    let said = expected(&explore(program, 10_000).expect("it is small"));
    (said.outputs.into_iter().collect(), said.findings.into_iter().collect())
}

#[test]
fn an_update_can_be_lost() {
    let adds = |lock: bool| if lock { sync(0, vec![add()]) } else { add() };
    let count =
        |lock| program(vec![vec![Stmt::Start(1), adds(lock), join(1), read(X), print()], vec![adds(lock)]]);
    assert_eq!(said(&count(false)).0, ["1;", "2;"]);
    assert_eq!(said(&count(true)).0, ["2;"]);
}

#[test]
fn locks_in_two_orders_deadlock() {
    let nested = |outer, inner| sync(outer, vec![sync(inner, vec![])]);
    let found = said(&program(vec![vec![Stmt::Start(1), nested(0, 1)], vec![nested(1, 0)]]));
    assert_eq!(found, (vec![String::new()], stuck_in_a_circle()));
    let locks = |outer, inner| {
        let sync = |lock, body| Stmt::Sync { lock: Lock::Reentrant(lock), attempt: None, body };
        sync(outer, vec![sync(inner, vec![])])
    };
    let found = said(&program(vec![vec![Stmt::Start(1), locks(0, 1)], vec![locks(1, 0)]]));
    assert_eq!(found, (vec![String::new()], stuck_in_a_circle()));
}

fn stuck_in_a_circle() -> Vec<String> {
    ["circle of main t1", "deadlock of main t1"].map(String::from).to_vec()
}

#[test]
fn who_starts_a_thread_needs_its_monitor() {
    let parked = Stmt::Sync { lock: Lock::Thread(1), attempt: None, body: vec![Stmt::Park { timed: false }] };
    let main = vec![Stmt::Start(2), Stmt::Start(1), Stmt::Unpark(2)];
    // Main waits for the monitor of a thread that it was to wake.
    assert_eq!(said(&program(vec![main, vec![], vec![parked]])).1, ["deadlock of main t2"]);
    // Who has the monitor already may start the thread.
    let own = Stmt::Sync { lock: Lock::Thread(1), attempt: None, body: vec![Stmt::Start(1)] };
    assert!(said(&program(vec![vec![own], vec![]])).1.is_empty());
}

#[test]
fn a_notification_can_come_too_early() {
    let wait = Stmt::Wait { lock: Lock::Object(0), timed: false };
    let notify = Stmt::Notify { lock: Lock::Object(0), all: false };
    let found = said(&program(vec![vec![Stmt::Start(1), sync(0, vec![notify])], vec![sync(0, vec![wait])]]));
    assert_eq!(found, (vec![String::new()], vec!["deadlock of t1".to_string()]));
}

#[test]
fn an_interrupted_waiter_throws_or_is_notified() {
    let wait = sync(0, vec![Stmt::Wait { lock: Lock::Object(0), timed: false }]);
    let notify = sync(0, vec![Stmt::Notify { lock: Lock::Object(0), all: false }]);
    let both = program(vec![vec![Stmt::Start(1), Stmt::Interrupt(1), notify], vec![wait]]);
    assert_eq!(said(&both), (vec![String::new()], vec!["java.lang.InterruptedException in t1".to_string()]));
}

#[test]
fn initializers_run_once_and_can_deadlock() {
    let class = |other| Class { extends: None, initializer: vec![read(Place::Class(other))] };
    let mut both = program(vec![vec![Stmt::Start(1), read(Place::Class(0))], vec![read(Place::Class(1))]]);
    both.classes = vec![class(1), class(0)];
    assert_eq!(said(&both), (vec![String::new()], stuck_in_a_circle()));
    let mut failing = program(vec![vec![Stmt::Start(1), read(Place::Class(0))], vec![read(Place::Class(0))]]);
    failing.classes = vec![Class { extends: None, initializer: vec![Stmt::Throw] }];
    failing.catches = true;
    let [initializer, no_class] =
        ["!java.lang.ExceptionInInitializerError;", "!java.lang.NoClassDefFoundError;"];
    let all = [("t0", "t1"), ("t1", "t0")].into_iter().flat_map(|(first, second)| {
        let (first, second) = (format!("{first}{initializer}"), format!("{second}{no_class}"));
        [format!("{first}{second}"), format!("{second}{first}")]
    });
    let mut all: Vec<String> = all.collect();
    all.sort();
    assert_eq!(said(&failing).0, all);
}

#[test]
fn formulas_mean_what_they_say() {
    let toggles = Stmt::Loop { body: vec![write(1), write(0)] };
    let program = program(vec![vec![Stmt::Start(1), toggles], vec![write(2)]]);
    let graph = graph(&program, 1_000).expect("it is small");
    let runs = Runs::new(&graph);
    let is = |value| Formula::Atom(Atom { field: 0, value });
    let not = |formula| Formula::Not(Box::new(formula));
    let truth = || not(Formula::And(Box::new(is(0)), Box::new(not(is(0)))));
    let finally = |formula| Formula::Until(Box::new(truth()), Box::new(formula));
    assert!(runs.satisfy_ltl(&finally(is(1)), true), "main goes on");
    assert!(!runs.satisfy_ltl(&finally(is(2)), false), "without fairness t1 may never move");
    assert!(runs.satisfy_ltl(&finally(is(2)), true), "with it, it does");
    let again = not(finally(not(finally(is(1)))));
    assert!(runs.satisfy_ltl(&again, true) && !runs.satisfy_ltl(&finally(not(finally(is(1)))), true));
    let possible = Formula::SomeUntil(Box::new(truth()), Box::new(is(2)));
    assert!(runs.satisfying(&possible)[0]);
    assert!(runs.satisfying(&Formula::SomeAlways(Box::new(not(is(2)))))[0]);
    assert!(!runs.satisfying(&Formula::SomeAlways(Box::new(is(0))))[0]);
}

#[test]
fn a_seed_is_a_program() {
    let make = |seed| generate(seed, &Feature::ALL, Size::SMALL).0;
    assert!((1..50).all(|seed| make(seed) == make(seed)));
    assert!((1..50).filter(|seed| make(*seed) == make(seed + 1)).count() < 3);
}

#[test]
fn shrinking_keeps_what_matters() {
    let large = program(vec![
        vec![Stmt::Start(1), write(1), Stmt::Repeat { times: 2, body: vec![add(), Stmt::Throw] }, print()],
        vec![add(), write(2)],
    ]);
    let throws = |program: &Program| !said(program).1.is_empty();
    let small = shrink(&large, |candidates| candidates.iter().position(throws));
    assert_eq!(small, program(vec![vec![Stmt::Throw]]));
}

#[test]
fn a_condition_wakes_who_has_waited_longest() {
    let lock = Lock::Reentrant(0);
    let held = |body| Stmt::Sync { lock, attempt: None, body };
    let one = |value| Stmt::Print(Expr::Const(value));
    let waits = |value| vec![held(vec![write(value), Stmt::Wait { lock, timed: false }, one(value)])];
    // Main signals once it has seen that both have come, the second of them last.
    let cond = Cond { local: 0, is: true, value: 2 };
    let signals = Stmt::Notify { lock, all: true };
    let main = vec![
        Stmt::Start(1),
        Stmt::Start(2),
        held(vec![read(X), Stmt::If { cond, then: vec![signals], other: vec![], is_switch: false }]),
    ];
    let (outputs, _) = said(&program(vec![main, waits(1), waits(2)]));
    assert!(outputs.contains(&"1;2;".to_string()) && !outputs.contains(&"2;1;".to_string()), "{outputs:?}");
}

#[test]
fn an_attempt_on_a_lock_says_whether_it_has_it() {
    let attempt = |body| Stmt::Sync { lock: Lock::Reentrant(0), attempt: Some(0), body };
    let main = vec![Stmt::Start(1), attempt(vec![]), join(1)];
    let (outputs, findings) = said(&program(vec![main, vec![attempt(vec![]), print()]]));
    assert_eq!((outputs, findings), (vec!["0;".to_string(), "1;".to_string()], vec![]));
}
