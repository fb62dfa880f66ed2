//! The undo log of the memo: what renewals have replaced, and what was there at an earlier position.

use super::{Component, Memo};
use lts::CompId;
use std::num::NonZeroU64;

/// Where a component is kept. Logs are as long as paths, so this is small.
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

/// A position in the undo log of one walk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoMark {
    walk: NonZeroU64,
    steps: u32,
}

impl Memo {
    /// What comes after has other names: nobody goes back behind this.
    pub fn end_log(&mut self) {
        self.walk += 1;
        self.log.clear();
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
        let old = self.log[at.steps as usize..].iter().find_map(|step| match step {
            Undo { slot, component } if slot.place() == Some(place as usize) => Some(component.number),
            _ => None,
        });
        self.seen(look, old.unwrap_or(self.numbers[place as usize]))
    }

    /// The places in the list that have changed since an earlier position of this walk, with what they hold
    /// now.
    pub fn changed_since(&self, at: MemoMark) -> impl Iterator<Item = (u32, CompId)> {
        let places = self.log[at.steps as usize..].iter().filter_map(|step| step.slot.place());
        places.map(|place| (place as u32, self.numbers[place]))
    }

    /// The position lies in the present log.
    pub fn is_on_log(&self, at: MemoMark) -> bool {
        self.is_good && at.walk.get() == self.walk && at.steps as usize <= self.log.len()
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
