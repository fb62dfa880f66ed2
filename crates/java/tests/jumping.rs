//! Going from state to state in any order: whatever the machine stood at before, it comes to the state it is asked
//! for, and goes on from there as it did the first time. Of a neighbouring state it writes what differs, and no
//! more. Debug builds name every state that they load, and compare.

mod common;
#[path = "common/threads.rs"]
mod threads;

use common::{Console, Shelf, Table};
use explore::Explorer;
use lts::{Choice, Choices, CompId, Outcome, Pool, Status, System};
use std::collections::HashMap;
use testkit::random::SplitMix;

/// States of one program that are gone to, and jumps between them.
const MOST_STATES: usize = 200;
const JUMPS: usize = 600;
/// Searches that may learn of a place which is visible.
const MAX_LESSONS: usize = 200;
/// Kinds of components.
const THREAD: u8 = 0;
const OBJECT: u8 = 2;
const COUNTERS: u8 = 4;
/// A thread's words before its frames, and the kinds of waits that the clock ends.
const THREAD_WORDS: usize = 17;
const TIMED: [u32; 3] = [3, 5, 7];
/// In the counters: whether there was a choice before.
const STRETCH_AT: usize = 9;

type Name = Vec<CompId>;

/// Where each choice of a state leads.
type Steps = Vec<(Choice, Outcome, Name)>;

#[derive(Default)]
struct Graph {
    states: Vec<(Name, Steps)>,
    numbers: HashMap<Name, usize>,
}

fn named(system: &mut Explorer, pool: &mut Table) -> Name {
    let mut name = Vec::new();
    system.save(pool, &mut name);
    name
}

/// Takes every choice of a state that the machine goes to. `None` if the machine has learnt something.
fn steps(system: &mut Explorer, pool: &mut Table, state: &Name) -> Option<Steps> {
    system.load(pool, state).expect("the state can be made again");
    let mut choices = Choices::default();
    if system.choices(&mut choices) != Status::Live {
        return Some(Vec::new());
    }
    let (mark, mut steps) = (system.mark(), Vec::new());
    for choice in choices.list {
        system.rewind(mark);
        let outcome = system.step(choice);
        if system.settle().is_outdated {
            return None;
        }
        let name = if outcome == Outcome::Next { named(system, pool) } else { Vec::new() };
        steps.push((choice, outcome, name));
    }
    Some(steps)
}

/// The first states of the program, breadth first.
fn explore(system: &mut Explorer, pool: &mut Table) -> Option<Graph> {
    system.start();
    let mut graph = Graph::default();
    let mut open = std::collections::VecDeque::from([named(system, pool)]);
    while let Some(state) = open.pop_front().filter(|_| graph.states.len() < MOST_STATES) {
        if graph.numbers.contains_key(&state) {
            continue;
        }
        let steps = steps(system, pool, &state)?;
        open.extend(steps.iter().filter(|step| step.1 == Outcome::Next).map(|step| step.2.clone()));
        graph.numbers.insert(state.clone(), graph.states.len());
        graph.states.push((state, steps));
    }
    Some(graph)
}

/// How many components have to be written to come from one state to another, if objects can keep their places: the
/// counters always, a thread with its frames, and one whose wait has an end.
fn difference(pool: &Table, from: &Name, to: &Name) -> Option<u64> {
    let words = |component: CompId| {
        let mut words = Vec::new();
        (pool.words(component, &mut words), words)
    };
    let mut sum = 1;
    for (&old, &new) in from.iter().zip(to) {
        let ((old_kind, old_words), (kind, words)) = (words(old), words(new));
        let is_same_size = kind != OBJECT || (old_words[0] == words[0] && old_words.len() == words.len());
        if old_kind != kind || !is_same_size {
            return None;
        }
        // Before the first choice everything is written.
        if kind == COUNTERS && words[STRETCH_AT] == 0 {
            return None;
        }
        let is_timed = kind == THREAD && TIMED.contains(&words[0]);
        sum += match kind {
            COUNTERS => 0,
            THREAD if old != new || is_timed => 1 + (words.len() - THREAD_WORDS) as u64,
            _ => u64::from(old != new),
        };
    }
    (from.len() == to.len()).then_some(sum)
}

/// The one door.
fn check(name: &str) {
    let (shelf, console) = (Shelf::default(), Console::default());
    shelf.fill(threads::programs().1);
    let mut session = common::boot(&shelf, &console, None);
    let class = common::main_class(&mut session, name).unwrap();
    let mut system = session.explore(class, &[]).unwrap();
    let mut pool = Table::default();
    let graph = (0..MAX_LESSONS).find_map(|_| explore(&mut system, &mut pool));
    let graph = graph.expect("there is always something new that is visible");
    let (mut random, mut neighbours, mut whole, tally) = (SplitMix(7), 0, 0, system.tally());
    let start = tally.used();
    for _ in 0..JUMPS {
        let (state, known) = &graph.states[random.below(graph.states.len())];
        let again = steps(&mut system, &mut pool, state).expect("nothing is learnt twice");
        assert_eq!(&again, known, "{name}");
        for (_, _, to) in known.iter().filter(|step| step.1 == Outcome::Next) {
            system.load(&pool, state).unwrap();
            let before = tally.used();
            system.load(&pool, to).unwrap();
            if let Some(most) = difference(&pool, state, to) {
                let written = tally.used().written - before.written;
                neighbours += 1;
                whole += usize::from(written > most);
            }
        }
    }
    let end = tally.used();
    let (kept, written) = (end.kept - start.kept, end.written - start.written);
    // Now and then there is too much litter, and everything is written.
    assert!(
        neighbours > 100 && whole * 50 < neighbours,
        "{name}: {whole} of {neighbours} were written whole"
    );
    assert!(kept > written, "{name}: {kept} were there, {written} were written");
}

#[test]
fn monitors() {
    check("Monitors");
}

#[test]
fn signals() {
    check("Signals");
}

#[test]
fn starts() {
    check("Starts");
}

#[test]
fn tables() {
    check("Tables");
}

#[test]
fn late() {
    check("Late");
}
