//! Steps that commute are taken in one order: random small programs of actors, locks and variables end in the
//! same ways whether a search leaves out orders or not. `JAYWALK_PROGRAMS=100000` tries more of them.

#[allow(dead_code)]
mod common;

use common::{NO_LIMITS, PlainStore};
use lts::{
    Access, Choice, Choices, CompId, Finding, Footprint, Footprints, Mark, Outcome, Pool, Property, Status,
    Store, System, Tie, Wait,
};
use search::{Checkpoint, Keep, Limits, Portfolio, SearchResult, depth_first, keeping, portfolio, resume};
use std::collections::BTreeSet;
use testkit::random::Random;

/// What an actor does at a place of its program.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// Ten times what it has read so far, and this variable.
    Read(usize),
    Write(usize, u8),
    Take(usize),
    Give(usize),
    /// Waits for the end of an actor with a higher number.
    Join(usize),
    /// Goes back to the beginning of its program as long as this variable is zero.
    Loop(usize),
    /// Writes one of two values, in the middle of a step: nobody else can come before it.
    Answer(usize),
    /// Stays where it is as long as this variable is zero.
    Spin(usize),
    /// Violates something if the variable has this value.
    Check(usize, u8),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    at: Vec<usize>,
    read: Vec<u32>,
    variables: Vec<u8>,
    holders: Vec<Option<usize>>,
}

struct Toy {
    programs: Vec<Vec<Deed>>,
    state: State,
    marks: Vec<State>,
    footprints: Vec<Footprint>,
    ties: Vec<Tie>,
    is_reduced: bool,
    ends: BTreeSet<State>,
}

const VARIABLES: usize = 3;
const LOCKS: usize = 2;
const LOCK: u64 = 100;
const END: u64 = 200;

impl Toy {
    fn random(seed: u64, has_loops: bool) -> Toy {
        let mut numbers = Random::new(seed);
        let mut random = |below: usize| numbers.below(below);
        let actors = 2 + random(3);
        let mut programs = Vec::new();
        for actor in 0..actors {
            let mut program = Vec::new();
            let mut held = Vec::new();
            let mut is_first = true;
            for _ in 0..1 + random(if actors == 4 { 3 } else { 4 }) {
                program.push(match random(11) {
                    10 if !is_first => Deed::Answer(random(VARIABLES)),
                    0 | 1 => Deed::Read(random(VARIABLES)),
                    2 | 3 => Deed::Write(random(VARIABLES), 1 + random(2) as u8),
                    4 if actor + 1 < actors => Deed::Join(actor + 1 + random(actors - actor - 1)),
                    5 => Deed::Check(random(VARIABLES), random(3) as u8),
                    6 if has_loops && random(2) == 0 => Deed::Loop(random(VARIABLES)),
                    6 | 8 if has_loops => Deed::Spin(random(VARIABLES)),
                    7 if !held.is_empty() => Deed::Give(held.pop().unwrap_or(0)),
                    _ => {
                        let lock = random(LOCKS);
                        if held.contains(&lock) {
                            Deed::Read(random(VARIABLES))
                        } else {
                            held.push(lock);
                            Deed::Take(lock)
                        }
                    }
                });
                is_first = false;
            }
            program.extend(held.into_iter().rev().map(Deed::Give));
            programs.push(program);
        }
        let state = State {
            at: vec![0; actors],
            read: vec![0; actors],
            variables: vec![0; VARIABLES],
            holders: vec![None; LOCKS],
        };
        let (marks, footprints, ties) = (vec![], vec![], vec![]);
        Toy { programs, state, marks, footprints, ties, is_reduced: false, ends: BTreeSet::new() }
    }

    fn next(&self, actor: usize) -> Option<Deed> {
        self.programs[actor].get(self.state.at[actor]).copied()
    }

    fn has_ended(&self, actor: usize) -> bool {
        self.next(actor).is_none()
    }

    fn is_able(&self, actor: usize) -> bool {
        match self.next(actor) {
            None => false,
            Some(Deed::Take(lock)) => self.state.holders[lock].is_none(),
            Some(Deed::Join(other)) => self.has_ended(other),
            Some(_) => true,
        }
    }

    fn touch(&mut self, place: u64, access: Access) {
        self.footprints.push(Footprint { place, access });
    }
}

impl System for Toy {
    fn start(&mut self) {
        self.state = State {
            at: vec![0; self.programs.len()],
            read: vec![0; self.programs.len()],
            variables: vec![0; VARIABLES],
            holders: vec![None; LOCKS],
        };
        self.marks.clear();
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        out.list.clear();
        out.others.clear();
        let all = 0..self.programs.len();
        if let Some(asked) = all.clone().find(|&actor| matches!(self.next(actor), Some(Deed::Answer(_)))) {
            out.others.extend(all.filter(|&actor| self.is_able(actor)).map(|actor| actor as u32));
            out.list.extend([0, 1].map(|value| Choice { actor: asked as u32, value }));
            return Status::Live;
        }
        let able = (0..self.programs.len()).filter(|&actor| self.is_able(actor));
        out.list.extend(able.map(|actor| Choice { actor: actor as u32, value: 0 }));
        if !out.list.is_empty() {
            return Status::Live;
        }
        self.ends.insert(self.state.clone());
        match (0..self.programs.len()).all(|actor| self.has_ended(actor)) {
            true => Status::Done,
            false => {
                let message = format!("{:?}", self.state.at);
                Status::Stuck(Finding { property: Property::DEADLOCK, message, details: vec![] })
            }
        }
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        let actor = choice.actor as usize;
        self.footprints.clear();
        self.ties.clear();
        let Some(deed) = self.next(actor) else { return Outcome::Pruned };
        self.state.at[actor] += 1;
        match deed {
            Deed::Read(variable) => {
                let value = u32::from(self.state.variables[variable]);
                self.state.read[actor] = self.state.read[actor] * 10 + value;
                self.touch(variable as u64, Access::Read);
            }
            Deed::Write(variable, value) => {
                self.state.variables[variable] = value;
                self.touch(variable as u64, Access::Write);
            }
            Deed::Answer(variable) => {
                self.state.variables[variable] = 1 + choice.value as u8;
                self.touch(variable as u64, Access::Write);
            }
            Deed::Take(lock) => {
                self.state.holders[lock] = Some(actor);
                self.touch(LOCK + lock as u64, Access::Write);
                self.ties.push(Tie::Took(LOCK + lock as u64));
            }
            // It only ever allows more.
            Deed::Give(lock) => self.state.holders[lock] = None,
            Deed::Join(other) => {
                self.touch(END + other as u64, Access::Write);
                self.ties.push(Tie::SawEnd(other as u32));
            }
            Deed::Loop(variable) => {
                self.touch(variable as u64, Access::Read);
                if self.state.variables[variable] == 0 && !self.state.holders.contains(&Some(actor)) {
                    self.state.at[actor] = 0;
                    self.state.read[actor] = 0;
                }
            }
            Deed::Spin(variable) => {
                self.touch(variable as u64, Access::Read);
                if self.state.variables[variable] == 0 {
                    self.state.at[actor] -= 1;
                }
            }
            Deed::Check(variable, value) => {
                self.touch(variable as u64, Access::Read);
                if self.state.variables[variable] == value {
                    let message = format!("actor {actor} at {}", self.state.at[actor]);
                    return Outcome::Violated(Finding {
                        property: Property::ASSERTION,
                        message,
                        details: vec![],
                    });
                }
            }
        }
        if self.has_ended(actor) {
            self.touch(END + actor as u64, Access::Write);
        }
        Outcome::Next
    }
    fn mark(&mut self) -> Mark {
        self.marks.push(self.state.clone());
        Mark(self.marks.len() as u64 - 1)
    }
    fn rewind(&mut self, to: Mark) {
        self.state = self.marks[to.0 as usize].clone();
        self.marks.truncate(to.0 as usize + 1);
    }
    fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let State { at, read, variables, holders } = &self.state;
        for actor in 0..at.len() {
            out.push(pool.intern(0, &[at[actor] as u32, read[actor]]));
        }
        let holders = holders.iter().map(|holder| holder.map_or(0, |actor| actor as u32 + 1));
        let rest: Vec<u32> = variables.iter().map(|&value| u32::from(value)).chain(holders).collect();
        out.push(pool.intern(1, &rest));
    }
    fn footprints(&mut self) -> Option<&mut dyn Footprints> {
        Some(self)
    }
}

impl Footprints for Toy {
    fn note_footprints(&mut self) -> bool {
        self.is_reduced
    }
    fn footprints(&mut self, out: &mut Vec<Footprint>) {
        out.extend_from_slice(&self.footprints);
    }
    fn ties(&mut self, out: &mut Vec<Tie>) {
        out.extend_from_slice(&self.ties);
    }
    fn held(&mut self, actor: u32, out: &mut Vec<u64>) {
        let held = (0..LOCKS).filter(|&lock| self.state.holders[lock] == Some(actor as usize));
        out.extend(held.map(|lock| LOCK + lock as u64));
    }
    fn kind_of(&self, place: u64) -> u64 {
        place
    }
    fn waits(&mut self, out: &mut Vec<Wait>) {
        for id in 0..self.programs.len() {
            let actor = id as u32;
            match self.next(id).filter(|_| !self.is_able(id)) {
                Some(Deed::Take(lock)) => {
                    let other = self.state.holders[lock].unwrap_or(id) as u32;
                    out.push(Wait::For { actor, other, place: LOCK + lock as u64 });
                }
                Some(Deed::Join(other)) => out.push(Wait::Until { actor, place: END + other as u64 }),
                _ => {}
            }
        }
    }
    fn identity(&mut self) -> u128 {
        0
    }
}

/// How a program can end, what is found in it, and in how many states.
fn explored(mut toy: Toy, is_reduced: bool) -> (BTreeSet<State>, BTreeSet<String>, u64) {
    toy.is_reduced = is_reduced;
    let mut store = PlainStore::default();
    let result: SearchResult = depth_first(&mut toy, &mut store, &NO_LIMITS, &mut |_| true);
    summary(toy, &result, &store)
}

/// The same by a search that stops after so many steps, walks, and comes back.
fn interrupted(mut toy: Toy, after: u64) -> (BTreeSet<State>, BTreeSet<String>, u64) {
    toy.is_reduced = true;
    let mut store = PlainStore::default();
    let mut usual = Portfolio::usual(after);
    usual.head.steps = after;
    usual.sampling.budget.steps = 100;
    let result = portfolio(&mut toy, &mut store, &NO_LIMITS, &usual, &mut |_| true);
    assert!(result.statistics.walked > 0 || result.statistics.transitions <= after, "it has walked");
    summary(toy, &result, &store)
}

/// What a search kept when it was stopped.
struct Shelf(Vec<u8>);

impl Keep for Shelf {
    fn is_due(&mut self) -> bool {
        false
    }
    fn keep(&mut self, checkpoint: &Checkpoint, _: &dyn Store) {
        self.0 = checkpoint.to_bytes(&Vec::new());
    }
}

/// The same by one that is given up after every few states, and taken up again from its checkpoint by another machine.
/// How often that was.
fn given_up(toy: Toy, after: u64) -> ((BTreeSet<State>, BTreeSet<String>, u64), u64) {
    let (mut store, mut shelf, mut times) = (PlainStore::default(), Shelf(Vec::new()), 0);
    let mut toy = Toy { is_reduced: true, ..toy };
    let limits = |store: &PlainStore| Limits { states: Some(store.states() + after), ..NO_LIMITS };
    let first = limits(&store);
    let mut result = keeping(&mut toy, &mut store, &first, Some(&mut shelf), &mut |_| true);
    while !result.is_complete() {
        let (_, checkpoint) = Checkpoint::from_bytes(&shelf.0).expect("a checkpoint");
        let (programs, ends) = (toy.programs, toy.ends);
        toy = Toy { is_reduced: true, ends, ..Toy::random(0, false) };
        toy.programs = programs;
        let more = limits(&store);
        let taken_up = resume(&mut toy, &mut store, checkpoint, &more, Some(&mut shelf), &mut |_| true);
        result = taken_up.expect("the same program");
        times += 1;
    }
    (summary(toy, &result, &store), times)
}

fn summary(toy: Toy, result: &SearchResult, store: &PlainStore) -> (BTreeSet<State>, BTreeSet<String>, u64) {
    let found = result.found.iter().map(|found| found.finding.message.clone()).collect();
    (toy.ends, found, store.states())
}

fn compare(has_loops: bool) {
    let programs = std::env::var("JAYWALK_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(3000);
    let (mut all, mut some, mut times, mut more) = (0, 0, 0, 0);
    for seed in 0..programs {
        let (ends, found, states) = explored(Toy::random(seed, has_loops), false);
        let (reduced_ends, reduced_found, fewer) = explored(Toy::random(seed, has_loops), true);
        let text = || format!("program {seed}: {:?}", Toy::random(seed, has_loops).programs);
        assert_eq!(reduced_ends, ends, "{}", text());
        assert_eq!(reduced_found, found, "{}", text());
        assert!(fewer <= states, "{}", text());
        let again = interrupted(Toy::random(seed, has_loops), 1 + seed % 40);
        assert_eq!(again, (ends.clone(), found.clone(), fewer), "{}", text());
        let ((ends_then, found_then, states_then), taken_up) =
            given_up(Toy::random(seed, has_loops), 1 + seed % 30);
        assert_eq!((ends_then, found_then), (ends, found), "taken up again: {}", text());
        times += taken_up;
        more += states_then;
        all += states;
        some += fewer;
    }
    assert!(some * 4 < all * 3, "{some} of {all} states: little was left out");
    assert!(times > programs && more < all, "{more} of {all} states, taken up again {times} times");
}

#[test]
fn programs_end_in_the_same_ways() {
    compare(false);
}

#[test]
fn programs_with_loops_end_in_the_same_ways() {
    compare(true);
}

/// Actors that have nothing to do with each other are explored one after the other.
#[test]
fn strangers_need_one_order() {
    let mut toy = Toy::random(0, false);
    toy.programs = (0..3).map(|variable| vec![Deed::Write(variable, 1); 10]).collect();
    toy.state.at = vec![0; 3];
    toy.state.read = vec![0; 3];
    let (_, found, states) = explored(toy, true);
    assert!(found.is_empty());
    assert_eq!(states, 31);
}
