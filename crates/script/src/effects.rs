//! What steps do to the sign of a state.
//!
//! A writer may know a sign of every new state: a sum over the parts that the state is made of. A step changes a few
//! parts, and wherever it changes the same ones in the same way, it adds the same number to the sign. That number is
//! the step's effect. Effects repeat, so they can be foreseen; and of whatever has the sign that comes of it, the
//! number is looked up. A sign proves nothing and is believed by nobody: it only tells what is likely.

use crate::mixer::{hash, onto};
use lts::Choice;

/// Values that were met in a context, the likeliest first.
#[derive(Clone, Copy, Default)]
pub struct Cell {
    pub values: [u32; 3],
    pub count: usize,
    /// How often the first was right of late.
    pub sure: u32,
}

impl Cell {
    pub fn values(&self) -> &[u32] {
        &self.values[..self.count]
    }

    fn learn(&mut self, value: u32) {
        let found = self.values().iter().position(|&other| other == value);
        let is_first_kept = self.sure > 1;
        match found {
            Some(0) => self.sure = (self.sure + 1).min(SUREST),
            Some(at) if is_first_kept => {
                self.sure /= 2;
                self.values[1..=at].rotate_right(1);
            }
            Some(at) => {
                self.values[..=at].rotate_right(1);
                self.sure = 0;
            }
            None => {
                self.count = (self.count + 1).min(self.values.len());
                let from = usize::from(is_first_kept);
                self.values[from..self.count].rotate_right(1);
                self.values[from] = value;
                self.sure /= 2;
            }
        }
    }
}

/// How sure a cell can be.
pub const SUREST: u32 = 7;

/// Cells by context: three values, and a word with a check, how sure it is and how many values there are.
pub struct Cells {
    bits: u32,
    cells: Box<[[u32; 4]]>,
}

impl Cells {
    pub fn new(bits: u32) -> Cells {
        Cells { bits, cells: vec![[0; 4]; 1 << bits].into_boxed_slice() }
    }

    #[inline]
    fn place(&self, context: u64) -> (usize, u32) {
        ((context >> (64 - self.bits)) as usize, context as u32 & 0xFFFF)
    }

    #[inline]
    pub fn get(&self, context: u64) -> Cell {
        let (at, check) = self.place(context);
        let [a, b, c, word] = self.cells[at];
        match word >> 16 == check {
            true => Cell { values: [a, b, c], count: (word & 15) as usize, sure: word >> 8 & 15 },
            false => Cell::default(),
        }
    }

    pub fn learn(&mut self, context: u64, value: u32) {
        let (at, check) = self.place(context);
        let mut cell = self.get(context);
        cell.learn(value);
        let [a, b, c] = cell.values;
        self.cells[at] = [a, b, c, check << 16 | cell.sure << 8 | cell.count as u32];
    }
}

/// A choice in one word.
#[inline]
pub fn word(choice: Choice) -> u64 {
    u64::from(choice.actor) << 32 | u64::from(choice.value)
}

/// What is known of a choice of a state on the path.
#[derive(Clone, Copy, Default)]
pub struct Prospect {
    /// The effect that it had, or would have had, in the state before. Zero if nobody knows.
    pub before: u32,
    /// That which it has, or is thought to have.
    pub now: u32,
}

/// How a state on the path was come to.
#[derive(Clone, Copy, Default)]
pub struct Arrival {
    /// The step, its effect, and the choices of the state before and of this one.
    pub step: u64,
    pub effect: u32,
    pub before: u32,
    pub list: u32,
}

/// Contexts in which an effect is foreseen.
pub const CONTEXTS: usize = 3;
/// Different effects of one choice that are remembered.
const RECENT: usize = 4096;
/// Choices whose effects are remembered apart.
const APART: usize = 256;

/// All that was learnt of effects.
pub struct LearntEffects {
    cells: [Cells; CONTEXTS],
    /// Effects that were told in full, the latest first.
    recent: Vec<Vec<u32>>,
    /// The last effect of a choice that is there no more.
    gone: Box<[u32]>,
}

impl LearntEffects {
    pub fn new(is_small: bool) -> LearntEffects {
        let cells = if is_small { [13, 12, 11] } else { [15, 14, 12] };
        LearntEffects {
            cells: cells.map(Cells::new),
            recent: vec![Vec::new(); APART],
            gone: vec![0; 1 << 12].into_boxed_slice(),
        }
    }

    /// The contexts of a choice.
    #[inline]
    pub fn contexts(choice: Choice, prospect: Prospect, arrival: &Arrival) -> [u64; CONTEXTS] {
        let own = hash([word(choice)]);
        let known = onto(own, u64::from(prospect.before));
        let lists = u64::from(arrival.list);
        [
            onto(onto(known, arrival.step), u64::from(arrival.effect)),
            onto(onto(known, lists), 2),
            onto(onto(onto(own, lists), u64::from(arrival.before)), arrival.step),
        ]
    }

    #[inline]
    pub fn cells(&self, contexts: [u64; CONTEXTS]) -> [Cell; CONTEXTS] {
        std::array::from_fn(|at| self.cells[at].get(contexts[at]))
    }

    pub fn learn(&mut self, contexts: [u64; CONTEXTS], effect: u32) {
        for (cells, context) in self.cells.iter_mut().zip(contexts) {
            cells.learn(context, effect);
        }
    }

    /// What a choice is thought to do in a new state: what followed last time, else what it would have done before.
    #[inline]
    pub fn prospect(
        &self,
        choice: Choice,
        before: Option<u32>,
        arrival: &Arrival,
        is_same_actor: bool,
    ) -> Prospect {
        let before = before.unwrap_or_else(|| self.gone[gone(choice)]);
        let unknown = Prospect { before, now: 0 };
        let cell = self.cells[0].get(LearntEffects::contexts(choice, unknown, arrival)[0]);
        let now = match (cell.values().first(), is_same_actor) {
            (Some(&now), _) => now,
            (None, true) => 0,
            (None, false) => before,
        };
        Prospect { before, now }
    }

    /// A choice is there no more.
    pub fn forget(&mut self, choice: Choice, effect: u32) {
        self.gone[gone(choice)] = effect;
    }

    /// Where an effect stands among the recent ones of a choice.
    pub fn rank(&self, choice: Choice, effect: u32) -> Option<u32> {
        let recent = &self.recent[apart(choice)];
        recent.iter().position(|&other| other == effect).map(|at| at as u32)
    }

    /// The effect at a place among the recent ones.
    pub fn at(&self, choice: Choice, rank: u32) -> Option<u32> {
        self.recent[apart(choice)].get(rank as usize).copied()
    }

    /// An effect was told in full: it is the latest one now.
    pub fn told(&mut self, choice: Choice, effect: u32) {
        let rank = self.rank(choice, effect);
        let recent = &mut self.recent[apart(choice)];
        match rank {
            Some(rank) => recent[..=rank as usize].rotate_right(1),
            None => {
                if recent.len() < RECENT {
                    recent.push(0);
                }
                recent.rotate_right(1);
                recent[0] = effect;
            }
        }
    }
}

fn apart(choice: Choice) -> usize {
    (hash([word(choice)]) >> 56) as usize % APART
}

fn gone(choice: Choice) -> usize {
    (hash([word(choice)]) >> 52) as usize
}
