//! Who moves next on a walk.

use super::kinds::Kinds;
use base::FastMap;
use lts::{Choice, Choices};

/// How a walk goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Every choice is as likely as every other.
    Random,
    /// Every kind of actors is as likely to move as every other, and within a kind every choice, from where the first
    /// one cannot go on: by then, most often, all are there whom he lets begin.
    Kinds,
    /// With random priorities, and this many changes of them (PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte,
    /// ASPLOS 2010): finds a bug that needs one ordered event more with a known probability.
    Priorities { changes: u32 },
    /// Whoever moves goes on for as long as he can, but for this many times (after iterative context bounding:
    /// Musuvathi, Qadeer, PLDI 2007).
    Preemptions { most: u32 },
}

/// Numbers that look like chance and are the same every time (SplitMix64).
pub(super) struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: u64) -> u64 {
        let number = mixed(self.0);
        self.0 = self.0.wrapping_add(STRIDE);
        number % bound.max(1)
    }
}

/// Who is there from the beginning.
pub(super) const FIRST: u32 = 0;

const STRIDE: u64 = base::SPREAD;

/// The number that comes after another.
pub(super) fn mixed(number: u64) -> u64 {
    base::mixed(number.wrapping_add(STRIDE))
}

/// What a strategy keeps in mind on one walk.
pub(super) enum Scheduler {
    Random,
    Kinds {
        /// The first one has gone on until he could not.
        are_there: bool,
    },
    Priorities(Priorities),
    Preemptions(Preemptions),
}

impl Scheduler {
    /// For a walk that is thought to be as long as this.
    pub fn new(strategy: Strategy, length: u64, chance: &mut Chance) -> Scheduler {
        let mut points = |count: u32| (0..count).map(|_| chance.below(length)).collect();
        match strategy {
            Strategy::Random => Scheduler::Random,
            Strategy::Kinds => Scheduler::Kinds { are_there: false },
            Strategy::Priorities { changes } => {
                let changes = points(changes);
                Scheduler::Priorities(Priorities { of: FastMap::default(), changes, last: LAST })
            }
            Strategy::Preemptions { most } => {
                Scheduler::Preemptions(Preemptions { at: points(most), running: None })
            }
        }
    }

    /// The place of a choice in the list.
    pub fn pick(&mut self, step: u64, choices: &Choices, kinds: &Kinds, chance: &mut Chance) -> usize {
        match self {
            Scheduler::Kinds { are_there } if !choices.is_input => {
                let first = choices.list.iter().position(|choice| choice.actor == FIRST);
                *are_there |= first.is_none();
                match first.filter(|_| !*are_there) {
                    Some(first) => first,
                    None => {
                        let drawn = kinds.draw(&choices.list, |count| chance.below(count));
                        drawn[chance.below(drawn.len() as u64) as usize]
                    }
                }
            }
            Scheduler::Priorities(priorities) if !choices.is_input => {
                priorities.pick(step, &choices.list, chance)
            }
            Scheduler::Preemptions(preemptions) if !choices.is_input => {
                preemptions.pick(step, &choices.list, chance)
            }
            _ => chance.below(choices.list.len() as u64) as usize,
        }
    }

    /// This one has moved for long and come to nothing, and may be waiting for others.
    pub fn put_last(&mut self, actor: u32) {
        match self {
            Scheduler::Random => {}
            Scheduler::Kinds { are_there } => *are_there = true,
            Scheduler::Priorities(priorities) => priorities.put_last(actor),
            Scheduler::Preemptions(preemptions) => preemptions.running = None,
        }
    }
}

/// Who goes first.
pub(super) struct Priorities {
    of: FastMap<u32, u64>,
    /// Steps before which the one who would move is put behind all others, and the places left behind them.
    changes: Vec<u64>,
    /// The priority of who was put last of all most recently.
    last: u64,
}

/// Above all priorities that changes give.
const ORIGINAL: u64 = 1 << 32;
/// Below all priorities that changes give, and above those of whoever is put last.
const LAST: u64 = 1 << 31;

impl Priorities {
    fn pick(&mut self, step: u64, list: &[Choice], chance: &mut Chance) -> usize {
        loop {
            let mut best = (0, 0);
            for (i, choice) in list.iter().enumerate() {
                let fresh = ORIGINAL + chance.below(ORIGINAL);
                let priority = *self.of.entry(choice.actor).or_insert(fresh);
                best = best.max((priority, list.len() - i));
            }
            let at = list.len() - best.1;
            match self.changes.iter().position(|&change| change == step) {
                Some(which) => {
                    self.changes.swap_remove(which);
                    self.of.insert(list[at].actor, LAST + self.changes.len() as u64);
                }
                None => return at,
            }
        }
    }

    fn put_last(&mut self, actor: u32) {
        self.last -= 1;
        self.of.insert(actor, self.last);
    }
}

/// Who goes on.
pub(super) struct Preemptions {
    /// Steps before which another one is let move.
    at: Vec<u64>,
    running: Option<u32>,
}

impl Preemptions {
    fn pick(&mut self, step: u64, list: &[Choice], chance: &mut Chance) -> usize {
        let is_preempted = self.at.contains(&step);
        let goes_on = |choice: &Choice| Some(choice.actor) == self.running;
        let own = list.iter().position(goes_on).filter(|_| !is_preempted);
        let at = own.unwrap_or_else(|| chance.below(list.len() as u64) as usize);
        self.running = Some(list[at].actor);
        at
    }
}
