//! Small programs of actors that read and write variables, take locks, wait for each other, choose and violate.

use lts::{
    Access, Account, Choice, Choices, CompId, Finding, Footprint, Footprints, Foresee, Listen, Mark, Narrate,
    Outcome, Pool, Property, Status, System, Tie, Wait,
};
use std::collections::BTreeSet;
use testkit::random::Random;

/// What an actor does at a place of its program.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    /// Ten times what it has read so far, and this variable.
    Read(usize),
    Write(usize, u8),
    /// Makes zero of one, and one of everything else.
    Flip(usize),
    Take(usize),
    Give(usize),
    /// Waits for the end of an actor with a higher number.
    Join(usize),
    /// Goes back to the beginning of its program as long as this variable is zero.
    Loop(usize),
    /// Stays where it is as long as this variable is zero.
    Spin(usize),
    /// Writes one of two values, in the middle of a step: nobody else can come before it.
    Answer(usize),
    /// Violates something if the variable has this value.
    Check(usize, u8),
    /// Ten times what it has read so far, and zero or one: an input.
    Choose,
    /// Waits until somebody has given it a permit, and takes that.
    Park,
    Unpark(usize),
    /// Waits until nobody else can move.
    Nap,
    /// Sixteen times what it has read so far, and who waits: it looks at everything.
    Look,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub at: Vec<usize>,
    pub read: Vec<u32>,
    pub variables: Vec<u8>,
    pub holders: Vec<Option<usize>>,
    pub permits: Vec<bool>,
    /// Who has found a lock taken, or no permit.
    pub waiting: Vec<bool>,
    /// Who is in the middle of a step, about to choose.
    pub asking: Option<usize>,
}

#[derive(Clone)]
pub struct Toy {
    pub programs: Vec<Vec<Deed>>,
    pub state: State,
    pub marks: Vec<State>,
    pub footprints: Vec<Footprint>,
    pub ties: Vec<Tie>,
    /// The last step has changed something that others could see.
    pub has_effect: bool,
    pub is_reduced: bool,
    /// It is told which steps have an effect, so that livelocks are found.
    pub tells_effects: bool,
    /// Who wants a lock that is taken moves once, to wait for it.
    pub has_attempts: bool,
    pub ends: BTreeSet<State>,
    /// It tells where steps lead without taking them.
    pub foresees: bool,
    /// Whether the step that was foreseen last has an effect.
    pub foreseen_effect: Option<bool>,
    /// How many steps were taken.
    pub steps: u64,
}

/// Which deeds programs have beside reads, writes, locks, joins and checks.
#[derive(Clone, Copy, Default)]
pub struct Style {
    pub loops: bool,
    pub parks: bool,
    pub inputs: bool,
    pub naps: bool,
    pub attempts: bool,
    pub no_checks: bool,
    pub looks: bool,
    pub flips: bool,
    pub answers: bool,
    /// As often as loops.
    pub spins: bool,
}

const VARIABLES: usize = 3;
const LOCKS: usize = 2;
const LOCK: u64 = 100;
const END: u64 = 200;
const PERMIT: u64 = 300;
const CLOCK: u64 = 400;

impl State {
    fn first(actors: usize) -> State {
        State {
            at: vec![0; actors],
            read: vec![0; actors],
            variables: vec![0; VARIABLES],
            holders: vec![None; LOCKS],
            permits: vec![false; actors],
            waiting: vec![false; actors],
            asking: None,
        }
    }
}

impl Toy {
    pub fn random(seed: u64, style: Style) -> Toy {
        let mut numbers = Random::new(seed);
        let mut random = |below: usize| numbers.below(below);
        let actors = 2 + random(3);
        let mut programs = Vec::new();
        for actor in 0..actors {
            let mut program = Vec::new();
            let mut held = Vec::new();
            for _ in 0..1 + random(if actors == 4 { 3 } else { 4 }) {
                let kinds = match style.parks || style.inputs || style.naps || style.looks {
                    true => 15,
                    false => 10 + usize::from(style.answers),
                };
                let is_first = program.is_empty();
                program.push(match random(kinds) {
                    10 if style.answers && !is_first => Deed::Answer(random(VARIABLES)),
                    10 if style.parks => Deed::Park,
                    11 | 12 if style.parks => Deed::Unpark(random(actors)),
                    13 if style.inputs => Deed::Choose,
                    14 if style.naps => Deed::Nap,
                    12..15 if style.looks => Deed::Look,
                    0..4 if style.flips => Deed::Flip(random(VARIABLES)),
                    0 | 1 => Deed::Read(random(VARIABLES)),
                    2 | 3 => Deed::Write(random(VARIABLES), 1 + random(2) as u8),
                    4 if actor + 1 < actors => Deed::Join(actor + 1 + random(actors - actor - 1)),
                    5 if !style.no_checks => Deed::Check(random(VARIABLES), random(3) as u8),
                    6 if style.loops && (!style.spins || random(2) == 0) => Deed::Loop(random(VARIABLES)),
                    6 | 8 if style.spins => Deed::Spin(random(VARIABLES)),
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
            }
            program.extend(held.into_iter().rev().map(Deed::Give));
            programs.push(program);
        }
        Toy::of(programs, style.attempts)
    }

    pub fn of(programs: Vec<Vec<Deed>>, has_attempts: bool) -> Toy {
        let (state, ends) = (State::first(programs.len()), BTreeSet::new());
        let (marks, footprints, ties) = (vec![], vec![], vec![]);
        let (has_effect, is_reduced, tells_effects) = (false, false, true);
        let (foresees, foreseen_effect, steps) = (false, None, 0);
        Toy {
            programs,
            state,
            marks,
            footprints,
            ties,
            has_effect,
            is_reduced,
            tells_effects,
            has_attempts,
            ends,
            foresees,
            foreseen_effect,
            steps,
        }
    }

    pub fn next(&self, actor: usize) -> Option<Deed> {
        self.programs[actor].get(self.state.at[actor]).copied()
    }

    pub fn has_ended(&self, actor: usize) -> bool {
        self.next(actor).is_none()
    }

    pub fn is_able(&self, actor: usize) -> bool {
        match self.next(actor) {
            None => false,
            Some(Deed::Take(lock)) => {
                let is_free = self.state.holders[lock].is_none();
                is_free || self.has_attempts && !self.state.waiting[actor]
            }
            Some(Deed::Join(other)) => self.has_ended(other),
            Some(Deed::Park) => self.state.permits[actor] || !self.state.waiting[actor],
            Some(Deed::Nap) => false,
            Some(_) => true,
        }
    }

    fn touch(&mut self, place: u64, access: Access) {
        self.footprints.push(Footprint { place, access });
    }

    /// A deed that has to do with what others are at.
    fn meet(&mut self, actor: usize, deed: Deed, was_waiting: bool) {
        match deed {
            Deed::Park => {
                self.touch(PERMIT + actor as u64, Access::Write);
                if !std::mem::replace(&mut self.state.permits[actor], false) {
                    assert!(!was_waiting);
                    self.state.waiting[actor] = true;
                    self.state.at[actor] -= 1;
                }
            }
            Deed::Unpark(other) => {
                self.touch(PERMIT + other as u64, Access::Write);
                self.state.permits[other] = true;
            }
            Deed::Nap => {
                self.touch(CLOCK, Access::Write);
                self.ties.push(Tie::LastResort);
            }
            Deed::Look => {
                let waiting = self.state.waiting.iter().rev();
                let seen = waiting.fold(0, |seen, &waits| seen << 1 | u32::from(waits));
                self.state.read[actor] = self.state.read[actor] * 16 + seen;
                self.footprints.push(Footprint::ANYTHING);
            }
            Deed::Take(lock) if self.state.holders[lock].is_some() => {
                self.state.waiting[actor] = true;
                self.state.at[actor] -= 1;
                self.touch(LOCK + lock as u64, Access::Write);
                self.ties.push(Tie::Took(LOCK + lock as u64));
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
            _ => {}
        }
    }
}

impl System for Toy {
    fn start(&mut self) {
        self.state = State::first(self.programs.len());
        self.marks.clear();
    }
    fn choices(&mut self, out: &mut Choices) -> Status {
        (out.is_input, _, _) = (false, out.list.clear(), out.others.clear());
        let all = 0..self.programs.len();
        if let Some(asked) = all.clone().find(|&actor| matches!(self.next(actor), Some(Deed::Answer(_)))) {
            out.others.extend(all.filter(|&actor| self.is_able(actor)).map(|actor| actor as u32));
            out.list.extend([0, 1].map(|value| Choice { actor: asked as u32, value }));
            return Status::Live;
        }
        if let Some(asking) = self.state.asking {
            out.is_input = true;
            out.list.extend((0..2).map(|value| Choice { actor: asking as u32, value }));
            return Status::Live;
        }
        let able = (0..self.programs.len()).filter(|&actor| self.is_able(actor));
        out.list.extend(able.map(|actor| Choice { actor: actor as u32, value: 0 }));
        if out.list.is_empty() {
            let naps = (0..self.programs.len()).filter(|&id| matches!(self.next(id), Some(Deed::Nap)));
            out.list.extend(naps.map(|actor| Choice { actor: actor as u32, value: 0 }));
        }
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
        self.steps += 1;
        self.footprints.clear();
        self.ties.clear();
        let Some(deed) = self.next(actor) else { return Outcome::Pruned };
        let before = (self.state.variables.clone(), self.state.permits.clone());
        self.state.at[actor] += 1;
        let was_waiting = std::mem::replace(&mut self.state.waiting[actor], false);
        match deed {
            Deed::Choose if self.state.asking.is_none() => {
                self.state.asking = Some(actor);
                self.state.at[actor] -= 1;
            }
            Deed::Choose => {
                self.state.asking = None;
                self.state.read[actor] = self.state.read[actor] * 10 + choice.value;
            }
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
            Deed::Flip(variable) => {
                self.state.variables[variable] = u8::from(self.state.variables[variable] != 1);
                self.touch(variable as u64, Access::Write);
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
            other => self.meet(actor, other, was_waiting),
        }
        // Its own permit is nobody else's.
        let others = |permits: &[bool]| [&permits[..actor], &permits[actor + 1..]].concat();
        self.has_effect =
            before.0 != self.state.variables || others(&before.1) != others(&self.state.permits);
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
        let State { at, read, variables, holders, permits, waiting, asking } = &self.state;
        for actor in 0..at.len() {
            let flags = u32::from(permits[actor]) | u32::from(waiting[actor]) << 1;
            let asks = u32::from(*asking == Some(actor)) << 2;
            out.push(pool.intern(0, &[at[actor] as u32, read[actor], flags | asks]));
        }
        let holders = holders.iter().map(|holder| holder.map_or(0, |actor| actor as u32 + 1));
        let rest: Vec<u32> = variables.iter().map(|&value| u32::from(value)).chain(holders).collect();
        out.push(pool.intern(1, &rest));
    }
    fn footprints(&mut self) -> Option<&mut dyn Footprints> {
        Some(self)
    }
    fn foresight(&mut self) -> Option<&mut dyn Foresee> {
        if self.foresees { Some(self) } else { None }
    }
    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        Some(self)
    }
}

impl Narrate for Toy {
    fn listen(&mut self, _: Listen) {}
    fn take(&mut self) -> Account {
        Account::default()
    }
    fn actor(&self, actor: u32) -> String {
        actor.to_string()
    }
    fn waiting(&self, out: &mut Vec<u32>) {
        let waits = |actor: &usize| {
            !self.has_ended(*actor) && !self.is_able(*actor) && !matches!(self.next(*actor), Some(Deed::Nap))
        };
        out.extend((0..self.programs.len()).filter(waits).map(|actor| actor as u32));
    }
}

impl Foresee for Toy {
    /// Some steps are foreseen, and of some of these it is known whether they have an effect.
    fn foresee(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool {
        let (mut other, known) = (self.clone(), self.state.at.iter().sum::<usize>() % 4);
        let is_foreseen = known < 3 && other.step(choice) == Outcome::Next;
        if is_foreseen {
            other.save(pool, out);
        }
        self.foreseen_effect = (known < 2).then_some(other.has_effect);
        is_foreseen
    }
    fn foreseen_effect(&self) -> Option<bool> {
        self.foreseen_effect
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
                Some(Deed::Park) => out.push(Wait::Until { actor, place: PERMIT + u64::from(actor) }),
                Some(Deed::Nap) => out.push(Wait::Until { actor, place: CLOCK }),
                _ => {}
            }
        }
    }
    fn identity(&mut self) -> u128 {
        0
    }
    fn tells_effects(&self) -> bool {
        self.tells_effects
    }
    fn has_effect(&mut self) -> bool {
        self.has_effect
    }
    fn livelock(&mut self) -> Finding {
        Finding { property: Property::LIVELOCK, message: format!("{:?}", self.state), details: vec![] }
    }
    fn partial_deadlock(&mut self, actors: &[u32]) -> Finding {
        let details = vec![format!("{:?}", self.state)];
        Finding { property: Property::PARTIAL_DEADLOCK, message: format!("{actors:?}"), details }
    }
}
