//! What actors may still do from a state on, as sets of footprints. Equal sets have equal numbers, and what was
//! joined or compared once is remembered: a search does the same few things again and again.

use base::FastMap;
use lts::{Access, Footprint, Tie, Wait};

/// A set of footprints of one actor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct SetId(u32);

impl SetId {
    pub const EMPTY: SetId = SetId(0);
}

/// Such a set for every actor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct FutureId(u32);

impl FutureId {
    /// Nobody does anything any more.
    pub const NOTHING: FutureId = FutureId(0);
    /// Nobody knows.
    pub const ANYTHING: FutureId = FutureId(1);
}

/// A footprint, and the actors who have come to their end before it is left, as a set of bits: it cannot come
/// before anything that they do.
type Element = (Footprint, u64);

/// A step, as far as it matters to what comes before and after it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub actor: u32,
    pub touched: SetId,
    pub ties: Box<[Tie]>,
}

#[derive(Default)]
pub(super) struct Futures {
    sets: Vec<Box<[Element]>>,
    set_ids: FastMap<Box<[Element]>, SetId>,
    futures: Vec<Box<[SetId]>>,
    future_ids: FastMap<Box<[SetId]>, FutureId>,
    /// What two sets, or two futures, come to together.
    set_unions: FastMap<(SetId, SetId), SetId>,
    unions: FastMap<(FutureId, FutureId), FutureId>,
    /// Whether a step of an actor with the first set conflicts with the second.
    conflicts: FastMap<(SetId, SetId, u32), bool>,
    bytes: u64,
}

impl Futures {
    pub fn new() -> Futures {
        let mut futures = Futures::default();
        futures.set(Vec::new());
        futures.future(Vec::new());
        // A future that is like no other: only its number counts.
        futures.futures.push(Box::default());
        futures
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let memos = self.set_unions.capacity() + self.unions.capacity() + self.conflicts.capacity();
        self.bytes + memos as u64 * 16
    }

    pub fn touched(&mut self, footprints: &[Footprint]) -> SetId {
        self.set(footprints.iter().map(|&footprint| (footprint, 0)).collect())
    }

    /// A set of these. Of a footprint that is there twice, only those ends count that come before both.
    fn set(&mut self, mut elements: Vec<Element>) -> SetId {
        elements.sort_unstable();
        elements.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 &= next.1;
            }
            is_same
        });
        if let Some(&known) = self.set_ids.get(&*elements) {
            return known;
        }
        let id = SetId(self.sets.len() as u32);
        let elements: Box<[Element]> = elements.into();
        self.bytes += 2 * size_of_val(&*elements) as u64 + 64;
        self.sets.push(elements.clone());
        self.set_ids.insert(elements, id);
        id
    }

    fn future(&mut self, mut sets: Vec<SetId>) -> FutureId {
        while sets.last() == Some(&SetId::EMPTY) {
            sets.pop();
        }
        if let Some(&known) = self.future_ids.get(&*sets) {
            return known;
        }
        let id = FutureId(self.futures.len() as u32);
        let sets: Box<[SetId]> = sets.into();
        self.bytes += 2 * size_of_val(&*sets) as u64 + 64;
        self.futures.push(sets.clone());
        self.future_ids.insert(sets, id);
        id
    }

    /// The future of a state in which these wait, and nobody moves any more.
    pub fn pending(&mut self, waits: &[Wait]) -> FutureId {
        let mut sets = Vec::new();
        for wait in waits {
            let actor = wait.actor() as usize;
            let pending = self.touched(&[wait.pending()]);
            if sets.len() <= actor {
                sets.resize(actor + 1, SetId::EMPTY);
            }
            sets[actor] = self.join_sets(sets[actor], pending);
        }
        self.future(sets)
    }

    pub fn join_sets(&mut self, a: SetId, b: SetId) -> SetId {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a == SetId::EMPTY {
            return b;
        }
        if let Some(&known) = self.set_unions.get(&(a, b)) {
            return known;
        }
        let both = self.sets[a.0 as usize].iter().chain(&*self.sets[b.0 as usize]);
        let both = both.copied().collect();
        let union = self.set(both);
        self.set_unions.insert((a, b), union);
        union
    }

    pub fn join(&mut self, a: FutureId, b: FutureId) -> FutureId {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a == FutureId::NOTHING {
            return b;
        }
        if a == FutureId::ANYTHING || b == FutureId::ANYTHING {
            return FutureId::ANYTHING;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let length = self.futures[a.0 as usize].len().max(self.futures[b.0 as usize].len());
        let sets = (0..length as u32).map(|actor| self.join_sets(self.of(a, actor), self.of(b, actor))).collect();
        let union = self.future(sets);
        self.unions.insert((a, b), union);
        union
    }

    /// What an actor may do in a future that is known.
    pub fn of(&self, future: FutureId, actor: u32) -> SetId {
        self.futures[future.0 as usize].get(actor as usize).copied().unwrap_or(SetId::EMPTY)
    }

    /// The future of the state before a step, as far as it lies behind this step and the future after it.
    pub fn before(&mut self, after: FutureId, step: &Step) -> FutureId {
        if after == FutureId::ANYTHING {
            return after;
        }
        let mut sets = self.futures[after.0 as usize].to_vec();
        let actor = step.actor as usize;
        if sets.len() <= actor {
            sets.resize(actor + 1, SetId::EMPTY);
        }
        let (mut ended, mut has_started) = (0, false);
        for tie in &step.ties {
            match *tie {
                // What one does that is not there yet, only he can bring about who starts it.
                Tie::Started(other) if (other as usize) < sets.len() => {
                    let its = std::mem::replace(&mut sets[other as usize], SetId::EMPTY);
                    sets[actor] = self.join_sets(sets[actor], its);
                    has_started = true;
                }
                Tie::Started(_) => has_started = true,
                Tie::SawEnd(other) => ended |= 1u64.checked_shl(other).unwrap_or(0),
            }
        }
        if ended != 0 && !has_started {
            let after_end = self.sets[sets[actor].0 as usize].iter().map(|&(print, ends)| (print, ends | ended));
            let after_end = after_end.collect();
            sets[actor] = self.set(after_end);
        }
        sets[actor] = self.join_sets(sets[actor], step.touched);
        self.future(sets)
    }

    /// A step of an actor that touched these, and something in this set of another one: their order may
    /// matter.
    pub fn conflict(&mut self, actor: u32, touched: SetId, others: SetId) -> bool {
        if touched == SetId::EMPTY || others == SetId::EMPTY {
            return false;
        }
        if let Some(&known) = self.conflicts.get(&(touched, others, actor)) {
            return known;
        }
        let end = 1u64.checked_shl(actor).unwrap_or(0);
        let theirs = || self.sets[others.0 as usize].iter().filter(|(_, ends)| ends & end == 0);
        let mut own = self.sets[touched.0 as usize].iter();
        let conflict = own.any(|(own, _)| theirs().any(|(other, _)| own.conflicts(other)));
        self.conflicts.insert((touched, others, actor), conflict);
        conflict
    }

    /// The set has what conflicts with whatever others do.
    pub fn is_anything(&self, set: SetId) -> bool {
        self.sets[set.0 as usize].iter().any(|(footprint, _)| footprint.access == Access::Anything)
    }

    /// Something in the set may touch a place.
    pub fn touches(&self, set: SetId, place: u64) -> bool {
        let elements = self.sets[set.0 as usize].iter();
        elements.into_iter().any(|(footprint, _)| {
            footprint.place == place || footprint.access == Access::Anything
        })
    }
}
