//! A machine that loads a state goes on as the one that named it, however little of the program it has run.
//!
//! Every state is explored on one machine. For each of its steps a sibling that is as old as the newest name,
//! and has linked nothing since, loads the state and takes the same step: it must come to the same.

mod common;
#[path = "common/threads.rs"]
mod threads;

use common::{Console, Shelf, Table};
use explore::Explorer;
use lts::{Choice, Choices, CompId, Outcome, Status, System};
use std::collections::{HashSet, VecDeque};

/// States of one program that are looked at.
const MOST_STATES: usize = 150;
/// Searches that may learn of a place which is visible.
const MAX_LESSONS: usize = 200;

/// The machine has learnt that more is visible than it thought: what was seen so far means nothing.
struct Outdated;

fn named(system: &mut dyn System, pool: &mut Table) -> Vec<CompId> {
    let mut name = Vec::new();
    system.save(pool, &mut name);
    name
}

/// Where a choice leads: the outcome, and the name of the state if there is one.
fn taken(
    system: &mut dyn System,
    pool: &mut Table,
    state: &[CompId],
    choice: Choice,
) -> Result<(Outcome, Vec<CompId>), Outdated> {
    system.load(pool, state).expect("the state can be made again");
    let mut choices = Choices::default();
    assert_eq!(system.choices(&mut choices), Status::Live);
    assert!(choices.list.contains(&choice));
    let outcome = system.step(choice);
    if system.settle().is_outdated {
        return Err(Outdated);
    }
    assert!(!matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
    let name = if outcome == Outcome::Next { named(system, pool) } else { Vec::new() };
    Ok((outcome, name))
}

/// One search; how many steps were taken twice.
fn explore(system: &mut Explorer, pool: &mut Table) -> Result<usize, Outdated> {
    system.start();
    let first = named(system, pool);
    let (mut seen, mut open) = (HashSet::from([first.clone()]), VecDeque::from([first]));
    let mut model = system.sibling().expect("a sibling");
    let (mut states, mut compared) = (0, 0);
    while let Some(state) = open.pop_front().filter(|_| states < MOST_STATES) {
        states += 1;
        system.load(pool, &state).expect("the state can be made again");
        let mut choices = Choices::default();
        if system.choices(&mut choices) != Status::Live {
            continue;
        }
        for choice in choices.list {
            let (outcome, name) = taken(system, pool, &state, choice)?;
            if system.settle().extent != model.settle().extent {
                model = system.sibling().expect("a sibling");
            } else {
                let mut fresh = model.sibling().expect("a sibling of a sibling");
                let learnt = system.knowledge().map_or_else(Vec::new, |known| known.learnt());
                if let Some(known) = fresh.knowledge() {
                    known.learn(&learnt);
                }
                let (other, its) = taken(&mut *fresh, pool, &state, choice)?;
                assert_eq!(
                    fresh.settle().extent,
                    system.settle().extent,
                    "both know the same of the program"
                );
                assert_eq!((&other, &its), (&outcome, &name), "state {states}, {choice:?}");
                compared += 1;
            }
            if outcome == Outcome::Next && seen.insert(name.clone()) {
                open.push_back(name);
            }
        }
    }
    Ok(compared)
}

/// The one door.
fn check(name: &str) {
    let (shelf, console) = (Shelf::default(), Console::default());
    shelf.fill(threads::programs().1);
    let mut session = common::boot(&shelf, &console, None);
    let class = common::main_class(&mut session, name).unwrap();
    let mut system = session.explore(class, &[]).unwrap();
    let mut pool = Table::default();
    let compared = (0..MAX_LESSONS).find_map(|_| explore(&mut system, &mut pool).ok());
    assert!(compared.expect("there is always something new that is visible") > 0);
}

#[test]
fn late() {
    check("Late");
}

#[test]
fn signals() {
    check("Signals");
}

#[test]
fn starts() {
    check("Starts");
}
