//! Values for each state of a set. Where all states agree, one word stands for all of them.

use std::rc::Rc;

/// A value in every state of a set. States are numbered; a column has room for all of them, and is read only where
/// the set has a state.
#[derive(Clone, Debug)]
pub enum DeltaValue {
    /// The same in all states.
    Same(u64),
    /// One for each state.
    Each(Rc<Vec<u64>>),
}

impl DeltaValue {
    pub const ZERO: DeltaValue = DeltaValue::Same(0);

    /// Its word in a state.
    #[inline(always)]
    pub fn at(&self, state: u32) -> u64 {
        match self {
            DeltaValue::Same(word) => *word,
            DeltaValue::Each(words) => words[state as usize],
        }
    }
}

/// The states of a set that are executed (the statemask): their numbers, ascending.
#[derive(Clone, Debug)]
pub(crate) struct Mask {
    pub states: Rc<[u32]>,
    /// How many states a column has room for.
    pub room: usize,
}

impl Mask {
    pub fn first(&self) -> u32 {
        self.states.first().copied().unwrap_or(0)
    }

    /// The word of all states, if there is one.
    pub fn only(&self, value: &DeltaValue) -> Option<u64> {
        match value {
            DeltaValue::Same(word) => Some(*word),
            DeltaValue::Each(words) => {
                let first = words[self.first() as usize];
                self.states.iter().all(|&state| words[state as usize] == first).then_some(first)
            }
        }
    }

    /// Makes a value by a function of the state.
    #[inline(always)]
    pub fn each(&self, word: impl Fn(u32) -> u64) -> DeltaValue {
        let first = word(self.first());
        let mut words = vec![0; self.room];
        let mut differences = 0;
        for &state in &*self.states {
            let word = word(state);
            differences |= word ^ first;
            words[state as usize] = word;
        }
        if differences == 0 { DeltaValue::Same(first) } else { DeltaValue::Each(Rc::new(words)) }
    }

    #[inline(always)]
    pub fn map(&self, a: &DeltaValue, word: impl Fn(u64) -> u64) -> DeltaValue {
        match a {
            DeltaValue::Same(a) => DeltaValue::Same(word(*a)),
            DeltaValue::Each(a) => self.each(|state| word(a[state as usize])),
        }
    }

    #[inline(always)]
    pub fn map2(&self, a: &DeltaValue, b: &DeltaValue, word: impl Fn(u64, u64) -> u64) -> DeltaValue {
        match (a, b) {
            (DeltaValue::Same(a), DeltaValue::Same(b)) => DeltaValue::Same(word(*a, *b)),
            (DeltaValue::Each(a), DeltaValue::Same(b)) => self.each(|state| word(a[state as usize], *b)),
            (DeltaValue::Same(a), DeltaValue::Each(b)) => self.each(|state| word(*a, b[state as usize])),
            (DeltaValue::Each(a), DeltaValue::Each(b)) => {
                self.each(|state| word(a[state as usize], b[state as usize]))
            }
        }
    }

    /// The states in which something holds, and the others.
    pub fn divided(&self, holds: impl Fn(u32) -> bool) -> (Vec<u32>, Vec<u32>) {
        self.states.iter().partition(|&&state| holds(state))
    }

    pub fn of(&self, states: Vec<u32>) -> Mask {
        Mask { states: states.into(), room: self.room }
    }
}
