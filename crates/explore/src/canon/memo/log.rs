//! The undo log of the memo: what renewals have replaced, and what was there at an earlier position.

use super::{Component, Memo, NamesId};
use base::Pile;
use lts::CompId;
use std::num::NonZeroU64;

/// Where a component is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    /// A place in the list of the state, or a thread.
    pub at: u32,
    /// The frame of the thread, or one of the numbers below.
    pub index: u32,
}

/// In place of a frame: the slot is in the list.
const LISTED: u32 = u32::MAX;
/// It is no component, but how many frames the thread had.
pub(super) const DEPTH: u32 = u32::MAX - 1;

impl Slot {
    #[inline]
    pub fn listed(place: usize) -> Slot {
        Slot { at: place as u32, index: LISTED }
    }

    #[inline]
    pub fn frame(thread: usize, index: u32) -> Slot {
        Slot { at: thread as u32, index }
    }

    /// The place in the list, if it is one.
    #[inline]
    pub fn place(self) -> Option<usize> {
        (self.index == LISTED).then_some(self.at as usize)
    }
}

/// What is looked at in a list of components.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Read {
    /// All of a component, by its place in the list.
    Content(u32),
    /// The class of a numbered object.
    Class(u32),
    /// Which object a thread waits on, if any.
    Wait(u32),
}

/// How it was before.
#[derive(Clone, Copy)]
pub(super) struct Undo {
    pub slot: Slot,
    pub component: Component,
}

/// The undo log, which is as long as the path: two words for each step of it.
#[derive(Default)]
pub(super) struct Log(Pile);

/// A position in the undo log of one walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemoMark {
    walk: NonZeroU64,
    steps: u32,
}

impl MemoMark {
    pub fn numbers(self) -> (u64, u32) {
        (self.walk.get(), self.steps)
    }

    /// The reverse.
    pub fn of(walk: u64, steps: u32) -> Option<MemoMark> {
        Some(MemoMark { walk: NonZeroU64::new(walk)?, steps })
    }
}

impl Undo {
    #[inline]
    fn words(self) -> [u64; 2] {
        let Undo { slot, component } = self;
        let both = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        [both(slot.at, slot.index), both(component.number.0, component.names.number())]
    }

    /// The reverse.
    #[inline]
    fn of([slot, component]: [u64; 2]) -> Undo {
        let (low, high) = (|word: u64| word as u32, |word: u64| (word >> 32) as u32);
        let component = Component { number: CompId(low(component)), names: NamesId::of(high(component)) };
        Undo { slot: Slot { at: low(slot), index: high(slot) }, component }
    }
}

impl Log {
    fn len(&self) -> usize {
        self.0.len() / 2
    }

    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    #[inline]
    pub fn push(&mut self, undo: Undo) {
        self.0.extend(&undo.words());
    }

    fn pop(&mut self) -> Option<Undo> {
        self.0.reach(2);
        let last = self.0.at_hand().last_chunk().map(|words| Undo::of(*words))?;
        self.0.truncate(self.0.len() - 2);
        Some(last)
    }

    /// What was noted from a step on.
    fn since(&self, steps: u32) -> impl Iterator<Item = Undo> {
        let (words, _) = self.0.since(2 * steps as usize).as_chunks();
        words.iter().map(|words| Undo::of(*words))
    }
}

impl Memo {
    /// What comes after has other names: nobody goes back behind this.
    pub fn end_log(&mut self) {
        self.walk += 1;
        self.log.0.clear();
        self.is_good = false;
    }

    /// Where the machine can be taken back to, as far as names go.
    pub fn here(&self) -> Option<MemoMark> {
        let (walk, steps) = (NonZeroU64::new(self.walk)?, u32::try_from(self.log.len()).ok()?);
        self.is_good.then_some(MemoMark { walk, steps })
    }

    /// What there was to be seen at an earlier position of this walk.
    pub fn look_back(&self, look: Read, at: MemoMark) -> u32 {
        let (Read::Content(place) | Read::Class(place) | Read::Wait(place)) = look;
        let old = self.log.since(at.steps).find(|step| step.slot.place() == Some(place as usize));
        let old = old.map(|step| step.component.number);
        self.seen(look, old.unwrap_or(self.numbers[place as usize]))
    }

    /// The places in the list that have changed since an earlier position of this walk, with what they hold
    /// now.
    pub fn changed_since(&self, at: MemoMark) -> impl Iterator<Item = (u32, CompId)> {
        let places = self.log.since(at.steps).filter_map(|step| step.slot.place());
        places.map(|place| (place as u32, self.numbers[place]))
    }

    /// The position lies in the present log, where it can be looked at.
    pub fn is_on_log(&self, at: MemoMark) -> bool {
        self.is_good && at.walk.get() == self.walk && self.log.0.is_at_hand(2 * at.steps as usize)
    }

    /// What lies deep in the log is packed: nobody looks at it before he has gone back there.
    pub fn settle(&mut self) {
        self.log.0.settle();
    }

    /// Bytes that going back takes.
    pub fn log_bytes(&self) -> u64 {
        self.log.bytes()
    }

    /// Makes everything what it was. False if that is not known any more.
    pub fn go_back(&mut self, to: MemoMark) -> bool {
        if to.walk.get() != self.walk || !self.is_good {
            return false;
        }
        while self.log.len() > to.steps as usize {
            if let Some(Undo { slot, component }) = self.log.pop() {
                self.set(slot, component);
            }
        }
        true
    }
}
