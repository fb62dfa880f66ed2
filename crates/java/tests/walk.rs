//! Going back, seen from a search: random walks over [`lts::System`] with marks and rewinding. Every state
//! must be found again under the same name and with the same choices, and the same choices must lead through
//! the same names.
//!
//! `JAYWALK_WALKS=1000 cargo test --release -p java --test walk` walks more; a failure names its program and
//! seed.

mod common;
#[path = "common/threads.rs"]
mod threads;

use common::{Console, Shelf, Table};
use explore::Explorer;
use lts::{Choice, Choices, CompId, Mark, Outcome, Status, System};
use testkit::random::SplitMix;
use vm::Digest;

/// Walks for each program.
const WALKS: u64 = 4;
/// Steps, marks and rewinds in one walk.
const STEPS: usize = 200;
/// Walks that may learn of a place which is visible; after so many nothing new should be left to learn.
const MAX_LESSONS: usize = 200;

/// A state as a search and as a test sees it.
#[derive(PartialEq, Debug)]
struct State {
    name: Vec<CompId>,
    choices: Vec<Choice>,
    is_live: bool,
}

struct Position {
    mark: Mark,
    state: State,
    static_end: u32,
    digest: Digest,
    /// How many steps led here.
    steps: usize,
}

/// The machine has learnt that more is visible than it thought: the walk means nothing.
struct Outdated;

struct Walk<'a> {
    system: &'a mut Explorer,
    pool: &'a mut Table,
    random: SplitMix,
    /// What was chosen, and the name of the state it led to.
    steps: Vec<(Choice, Vec<CompId>)>,
    places: Vec<Position>,
}

impl Walk<'_> {
    fn name(&mut self) -> Vec<CompId> {
        let mut name = Vec::new();
        self.system.save(self.pool, &mut name);
        name
    }

    fn state(&mut self) -> State {
        let mut choices = Choices::default();
        let is_live = self.system.choices(&mut choices) == Status::Live;
        State { name: self.name(), choices: choices.list, is_live }
    }

    fn mark(&mut self) {
        let (mark, state) = (self.system.mark(), self.state());
        let static_end = self.system.machine.static_end();
        let digest = self.system.machine.digest(static_end);
        self.places.push(Position { mark, state, static_end, digest, steps: self.steps.len() });
    }

    /// Takes a choice; false if it leads to no further state.
    fn take(&mut self, choice: Choice) -> Result<bool, Outdated> {
        let outcome = self.system.step(choice);
        if self.system.settle().is_outdated {
            return Err(Outdated);
        }
        assert!(!matches!(outcome, Outcome::Unknown(_)), "{outcome:?}");
        Ok(outcome == Outcome::Next)
    }

    /// Goes on if that is possible, and else back.
    fn step(&mut self) -> Result<(), Outdated> {
        let state = self.state();
        if !state.is_live {
            self.rewind();
            return Ok(());
        }
        let choice = state.choices[self.random.below(state.choices.len())];
        match self.take(choice)? {
            true => {
                let name = self.name();
                self.steps.push((choice, name));
            }
            false => self.rewind(),
        }
        Ok(())
    }

    fn rewind(&mut self) {
        let chosen = self.random.below(self.places.len());
        self.system.rewind(self.places[chosen].mark);
        let now = self.state();
        let place = &self.places[chosen];
        assert_eq!(now, place.state, "the state is not as it was after {} steps", place.steps);
        let digest = self.system.machine.digest(place.static_end);
        assert_eq!(digest, place.digest, "the state is not as it was after {} steps", place.steps);
        self.steps.truncate(place.steps);
        self.places.truncate(chosen + 1);
    }

    /// Goes back and then the same way again.
    fn repeat(&mut self) -> Result<(), Outdated> {
        let all = self.steps.clone();
        self.rewind();
        for (choice, name) in &all[self.steps.len()..] {
            assert!(self.take(*choice)?, "the same choice leads nowhere");
            assert_eq!(self.name(), *name, "the same choice leads elsewhere");
            self.steps.push((*choice, name.clone()));
            // Marks on the way must make no difference.
            if self.random.below(4) == 0 {
                self.mark();
            }
        }
        Ok(())
    }
}

fn walk(system: &mut Explorer, pool: &mut Table, seed: u64) -> Result<(), Outdated> {
    system.start();
    let mut walk = Walk { system, pool, random: SplitMix(seed), steps: Vec::new(), places: Vec::new() };
    walk.mark();
    for _ in 0..STEPS {
        match walk.random.below(12) {
            0 | 1 => walk.mark(),
            2 => walk.rewind(),
            3 => walk.repeat()?,
            _ => walk.step()?,
        }
    }
    walk.rewind();
    Ok(())
}

/// The one door: walks through a program with all seeds.
fn check(name: &str) {
    let (shelf, console) = (Shelf::default(), Console::default());
    shelf.fill(threads::programs().1);
    let mut session = common::boot(&shelf, &console, None);
    let class = common::main_class(&mut session, name).unwrap();
    let mut system = session.explore(class, &[]).unwrap();
    let mut pool = Table::default();
    for seed in 0..common::number("JAYWALK_WALKS", WALKS) {
        println!("{name} with seed {seed}");
        let done = (0..MAX_LESSONS).any(|_| walk(&mut system, &mut pool, seed).is_ok());
        assert!(done, "there is always something new that is visible");
    }
    println!("{} components", pool.len());
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
fn words() {
    check("Words");
}

#[test]
fn tables() {
    check("Tables");
}

#[test]
fn towers() {
    check("Towers");
}

#[test]
fn late() {
    check("Late");
}
