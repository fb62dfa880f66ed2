//! Going back: random walks through the states of small programs, with marks at random points and rewinding
//! to any of them, must find every state exactly as it was; and the same choices from there must lead to the
//! same states and print the same text.
//!
//! `JAYWALK_WALKS=1000 cargo test --release -p java --test rewind` walks more; a failure names its program
//! and seed.

mod common;
#[path = "common/threads.rs"]
mod threads;

use common::{Console, Shelf};
use java::Session;
use testkit::random::SplitMix;
use vm::{Digest, JournalMark, Machine, ThreadId};

/// Walks for each program.
const WALKS: u64 = 6;
/// Turns and rewinds in one walk.
const STEPS: usize = 150;
/// Most of the operations that a thread runs in one turn.
const MAX_FUEL: usize = 800;

/// Epochs that are left to a walk in which they run out.
const MAX_FEW: usize = 30;

/// Everything of a state, dead registers included: rewinding gives back all of it.
#[derive(Clone, PartialEq)]
struct State {
    static_end: u32,
    digest: Digest,
    registers: Vec<Vec<u64>>,
}

impl State {
    /// The present state, as far as the static area reached when `static_end` was taken.
    fn of(machine: &Machine, static_end: u32) -> State {
        let used = |t: &vm::state::thread::Thread| {
            t.frames.last().map_or(0, |f| f.base as usize + usize::from(f.registers))
        };
        let registers = machine.threads.values().map(|t| t.registers[..used(t)].to_vec()).collect();
        State { static_end, digest: machine.digest(static_end), registers }
    }
}

/// One turn: who ran, for how long, and what was printed.
#[derive(Clone, Debug, PartialEq)]
struct Turn {
    thread: ThreadId,
    fuel: u64,
    printed: Vec<u8>,
}

/// A position that can be gone back to.
struct Position {
    mark: JournalMark,
    state: State,
    /// How many turns led here.
    turns: usize,
}

struct Walk {
    session: Session,
    console: Console,
    random: SplitMix,
    turns: Vec<Turn>,
    places: Vec<Position>,
}

impl Walk {
    /// Stands before the first operation of `main`.
    fn begin(name: &str, classes: &[(String, Vec<u8>)], seed: u64) -> Walk {
        let (shelf, console) = (Shelf::default(), Console::default());
        shelf.fill(classes.iter().cloned());
        let mut session = common::boot(&shelf, &console, None);
        let class = common::main_class(&mut session, name).unwrap();
        let mut walk =
            Walk { session, console, random: SplitMix(seed), turns: Vec::new(), places: Vec::new() };
        // This first place has a main thread without frames, which must come back as well.
        walk.mark();
        walk.session.enter(class, &[]).unwrap();
        walk.mark();
        // Every other walk sees the numbers of epochs run out, and begin anew among the stamps of old ones.
        if seed % 2 == 1 {
            let few = 1 + walk.random.below(MAX_FEW) as u32;
            walk.machine().age(u32::MAX - few);
        }
        walk
    }

    fn machine(&mut self) -> &mut Machine {
        &mut self.session.machine
    }

    fn mark(&mut self) {
        let mark = self.machine().mark();
        let machine = &self.session.machine;
        let state = State::of(machine, machine.static_end());
        self.places.push(Position { mark, state, turns: self.turns.len() });
    }

    /// Some thread runs for a while; false if all have ended.
    fn turn(&mut self) -> bool {
        let machine = &mut self.session.machine;
        let ids: Vec<ThreadId> = machine.threads.iter().map(|(id, _)| id).collect();
        if ids.iter().all(|&id| !machine.threads[id].alive() || machine.threads[id].state.daemon) {
            return false;
        }
        let mut enabled: Vec<ThreadId> = ids.iter().copied().filter(|&id| machine.is_enabled(id)).collect();
        if enabled.is_empty() {
            assert!(machine.pass_time(), "a deadlock: {:?}", machine.describe_threads());
            enabled = ids.into_iter().filter(|&id| machine.is_enabled(id)).collect();
        }
        if !enabled.is_empty() {
            let thread = enabled[self.random.below(enabled.len())];
            let fuel = 1 + self.random.below(MAX_FUEL) as u64;
            let turn = self.run(thread, fuel);
            self.turns.push(turn);
        }
        true
    }

    fn run(&mut self, thread: ThreadId, fuel: u64) -> Turn {
        let stop = self.machine().turn(thread, fuel);
        assert_eq!(stop, None);
        Turn { thread, fuel, printed: self.console.take() }
    }

    /// The last line that was printed on the way here.
    fn last_line(&self) -> String {
        let printed: Vec<u8> = self.turns.iter().flat_map(|turn| turn.printed.clone()).collect();
        String::from_utf8_lossy(&printed).lines().last().unwrap_or_default().to_string()
    }

    /// Goes back to one of the places and compares.
    fn rewind(&mut self) -> usize {
        // Not to the very first one: the program would have to be entered again.
        let chosen = 1 + self.random.below(self.places.len() - 1);
        self.rewind_to(chosen);
        chosen
    }

    fn rewind_to(&mut self, chosen: usize) {
        let (mark, turns) = (self.places[chosen].mark, self.places[chosen].turns);
        self.machine().rewind(mark);
        let place = &self.places[chosen];
        let now = State::of(&self.session.machine, place.state.static_end);
        assert_eq!(now.digest, place.state.digest, "the state is not as it was after {turns} turns");
        assert!(now.registers == place.state.registers, "registers are not as they were after {turns} turns");
        self.places.truncate(chosen + 1);
        self.turns.truncate(turns);
    }

    /// Goes back and then the same way again.
    fn repeat(&mut self) {
        let machine = &self.session.machine;
        let before = State::of(machine, machine.static_end());
        let all = self.turns.clone();
        self.rewind();
        for turn in &all[self.turns.len()..] {
            if !self.session.machine.is_enabled(turn.thread) {
                assert!(self.machine().pass_time());
            }
            let again = self.run(turn.thread, turn.fuel);
            assert_eq!(again, *turn, "the same choice prints something else");
            self.turns.push(again);
            // Marks on the way must make no difference.
            if self.random.below(4) == 0 {
                self.mark();
            }
        }
        let after = self.session.machine.digest(before.static_end);
        assert_eq!(after, before.digest, "the same choices lead elsewhere");
    }
}

/// The one door: a walk of `STEPS` steps through a program. Whenever it ends, it must have printed `last`
/// last.
fn check(name: &str, classes: &[(String, Vec<u8>)], last: &str, seed: u64) {
    let mut walk = Walk::begin(name, classes, seed);
    let (mut rewinds, mut ends) = (0, 0);
    for _ in 0..STEPS {
        match walk.random.below(12) {
            0 | 1 => walk.mark(),
            2 => {
                walk.rewind();
                rewinds += 1;
            }
            3 => {
                walk.repeat();
                rewinds += 1;
            }
            _ if walk.turn() => {}
            _ => {
                assert_eq!(walk.last_line(), last);
                walk.repeat();
                walk.rewind();
                ends += 1;
            }
        }
    }
    walk.rewind_to(0);
    println!("{name} with seed {seed}: {rewinds} rewinds, {ends} ends");
}

fn walks(name: &str) {
    let (folder, classes) = threads::programs();
    // The last line does not depend on the schedule, so that the real `java` knows it.
    let jdk = testkit::jdk::Jdk::find().expect("tests need a JDK");
    let oracle = jdk.java().arg("-cp").arg(&folder).arg(name).output().unwrap();
    let last = String::from_utf8_lossy(&oracle.stdout).lines().last().unwrap().to_string();
    for seed in 0..common::number("JAYWALK_WALKS", WALKS) {
        println!("{name} with seed {seed}");
        check(name, &classes, &last, seed);
    }
}

#[test]
fn monitors() {
    walks("Monitors");
}

#[test]
fn signals() {
    walks("Signals");
}

#[test]
fn starts() {
    walks("Starts");
}

#[test]
fn words() {
    walks("Words");
}

#[test]
fn tables() {
    walks("Tables");
}

#[test]
fn towers() {
    walks("Towers");
}
