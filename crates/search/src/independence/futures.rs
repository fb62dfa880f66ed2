//! What actors may still do from a state on, as sets of footprints. Equal sets have equal numbers, and what was
//! joined or compared once is remembered: a search does the same few things again and again.

use base::FastMap;
use lts::{Access, Footprint, Tie, Wait};
use std::cmp::Ordering;

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

/// What has to happen before a footprint is left, on every way to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
struct Needs {
    /// Actors who have come to their end, as a set of bits.
    ends: u64,
    /// Places that its actor has taken for itself.
    takes: PlacesId,
}

type Element = (Footprint, Needs);

/// A list of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub(super) struct PlacesId(u32);

/// A list of ties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TiesId(u32);

impl TiesId {
    /// The step had to do with nobody else.
    pub const NONE: TiesId = TiesId(0);
}

/// A step, as far as it matters to what comes before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Step {
    pub actor: u32,
    pub touched: SetId,
    pub ties: TiesId,
}

/// Somebody who has moved from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Mover {
    pub actor: u32,
    pub touched: SetId,
    /// What he held: others who need it cannot come first.
    pub held: PlacesId,
}

#[derive(Default)]
pub(super) struct Futures {
    sets: Vec<Box<[Element]>>,
    set_ids: FastMap<Box<[Element]>, SetId>,
    futures: Vec<Box<[SetId]>>,
    future_ids: FastMap<Box<[SetId]>, FutureId>,
    places: Vec<Box<[u64]>>,
    place_ids: FastMap<Box<[u64]>, PlacesId>,
    /// Those of lists of one place.
    of_one: FastMap<u64, PlacesId>,
    ties: Vec<Box<[Tie]>>,
    tie_ids: FastMap<Box<[Tie]>, TiesId>,
    /// Sets of what steps touched, by these lists as they were told.
    touched: FastMap<Box<[Footprint]>, SetId>,
    /// The kind of a place, where it is not the place itself.
    kinds: FastMap<u64, u64>,
    coarse: FastMap<FutureId, FutureId>,
    /// What two sets, or two futures, come to together.
    set_unions: FastMap<(SetId, SetId), SetId>,
    unions: FastMap<(FutureId, FutureId), FutureId>,
    /// The future before a step, by the one after it.
    befores: FastMap<(FutureId, Step), FutureId>,
    /// Whether a step of an actor with the first set conflicts with the second.
    conflicts: FastMap<(Mover, SetId), bool>,
    /// Elements of a set that is looked up.
    scratch: Vec<Element>,
    bytes: u64,
}

impl Futures {
    pub fn new() -> Futures {
        let mut futures = Futures::default();
        futures.places(&mut Vec::new());
        futures.ties(&[]);
        futures.set(Vec::new());
        futures.future(Vec::new());
        // A future that is like no other: only its number counts.
        futures.futures.push(Box::default());
        futures
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let memos = self.set_unions.capacity() + self.unions.capacity() + self.conflicts.capacity();
        let befores = self.befores.capacity() * size_of::<(FutureId, Step, FutureId)>();
        self.bytes + (memos * 16 + befores) as u64
    }

    pub fn touched(&mut self, footprints: &[Footprint]) -> SetId {
        if let Some(&known) = self.touched.get(footprints) {
            return known;
        }
        let set = self.set_of_touched(footprints);
        self.bytes += size_of_val(footprints) as u64 + 32;
        self.touched.insert(footprints.into(), set);
        set
    }

    fn set_of_touched(&mut self, footprints: &[Footprint]) -> SetId {
        let mut elements = std::mem::take(&mut self.scratch);
        elements.clear();
        elements.extend(footprints.iter().map(|&footprint| (footprint, Needs::default())));
        let set = self.set_of(&mut elements);
        self.scratch = elements;
        set
    }

    /// Notes the kind of a place.
    pub fn note_kind(&mut self, place: u64, kind: u64) {
        if place != kind {
            self.kinds.insert(place, kind);
        }
    }

    fn kind(&self, place: u64) -> u64 {
        self.kinds.get(&place).copied().unwrap_or(place)
    }

    /// The number of a list of places, which is put in order.
    pub fn places(&mut self, places: &mut Vec<u64>) -> PlacesId {
        // Mostly nobody holds anything, or one thing: that is found without looking at a list.
        match **places {
            [] if !self.places.is_empty() => return PlacesId::default(),
            [one] => {
                if let Some(&known) = self.of_one.get(&one) {
                    return known;
                }
                let id = self.listed(places);
                self.of_one.insert(one, id);
                return id;
            }
            _ => {}
        }
        self.listed(places)
    }

    fn listed(&mut self, places: &mut Vec<u64>) -> PlacesId {
        places.sort_unstable();
        places.dedup();
        if let Some(&known) = self.place_ids.get(&**places) {
            return known;
        }
        let id = PlacesId(self.places.len() as u32);
        self.bytes += 16 * places.len() as u64 + 64;
        self.places.push(places.as_slice().into());
        self.place_ids.insert(places.as_slice().into(), id);
        id
    }

    pub fn ties(&mut self, ties: &[Tie]) -> TiesId {
        if let Some(&known) = self.tie_ids.get(ties) {
            return known;
        }
        let id = TiesId(self.ties.len() as u32);
        self.bytes += 2 * size_of_val(ties) as u64 + 64;
        self.ties.push(ties.into());
        self.tie_ids.insert(ties.into(), id);
        id
    }

    fn meet(&mut self, a: PlacesId, b: PlacesId) -> PlacesId {
        if a == b {
            return a;
        }
        let (a, b) = (&self.places[a.0 as usize], &self.places[b.0 as usize]);
        let mut both = a.iter().copied().filter(|place| b.contains(place)).collect();
        self.places(&mut both)
    }

    fn set(&mut self, mut elements: Vec<Element>) -> SetId {
        self.set_of(&mut elements)
    }

    /// A set of these. Of a footprint that is there twice, only that counts which comes before both.
    fn set_of(&mut self, elements: &mut Vec<Element>) -> SetId {
        elements.sort_unstable();
        elements.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1.ends &= next.1.ends;
                kept.1.takes = self.meet(kept.1.takes, next.1.takes);
            }
            is_same
        });
        self.number(elements)
    }

    /// The number of a set whose elements are in order, each once.
    fn number(&mut self, elements: &[Element]) -> SetId {
        if let Some(&known) = self.set_ids.get(elements) {
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
        let union = self.union_of(a, b);
        self.set_unions.insert((a, b), union);
        union
    }

    /// Both are in order, and so is what they come to together.
    fn union_of(&mut self, a: SetId, b: SetId) -> SetId {
        let mut union = std::mem::take(&mut self.scratch);
        union.clear();
        let (mut i, mut j) = (0, 0);
        loop {
            let (of_a, of_b) = (self.sets[a.0 as usize].get(i), self.sets[b.0 as usize].get(j));
            let order = match (of_a, of_b) {
                (Some(a), Some(b)) => a.0.cmp(&b.0),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
            match (of_a.copied(), of_b.copied()) {
                (Some((footprint, a)), Some((_, b))) if order.is_eq() => {
                    let takes = self.meet(a.takes, b.takes);
                    union.push((footprint, Needs { ends: a.ends & b.ends, takes }));
                }
                (of_a, of_b) => union.extend(if order.is_lt() { of_a } else { of_b }),
            }
        }
        let id = self.number(&union);
        self.scratch = union;
        id
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
        let sets =
            (0..length as u32).map(|actor| self.join_sets(self.of(a, actor), self.of(b, actor))).collect();
        let union = self.future(sets);
        self.unions.insert((a, b), union);
        union
    }

    /// What an actor may do in a future that is known.
    pub fn of(&self, future: FutureId, actor: u32) -> SetId {
        self.futures[future.0 as usize].get(actor as usize).copied().unwrap_or(SetId::EMPTY)
    }

    /// The future of the state before a step, as far as it lies behind this step and the future after it.
    pub fn before(&mut self, after: FutureId, step: Step) -> FutureId {
        if let Some(&known) = self.befores.get(&(after, step)) {
            return known;
        }
        let before = self.before_ties(after, step);
        self.befores.insert((after, step), before);
        before
    }

    fn before_ties(&mut self, after: FutureId, step: Step) -> FutureId {
        let ties = self.ties[step.ties.0 as usize].clone();
        if ties.contains(&Tie::LastResort) {
            return FutureId::NOTHING;
        }
        if after == FutureId::ANYTHING {
            return after;
        }
        if ties.is_empty() {
            // Most of the time it will do such a thing again anyway.
            let own = self.of(after, step.actor);
            if self.join_sets(own, step.touched) == own {
                return after;
            }
        }
        let mut sets = self.futures[after.0 as usize].to_vec();
        let actor = step.actor as usize;
        if sets.len() <= actor {
            sets.resize(actor + 1, SetId::EMPTY);
        }
        let (mut ended, mut has_started, mut taken) = (0, false, Vec::new());
        for tie in &ties {
            match *tie {
                // What one does that is not there yet, only he can bring about who starts it.
                Tie::Started(other) if (other as usize) < sets.len() => {
                    let its = std::mem::replace(&mut sets[other as usize], SetId::EMPTY);
                    sets[actor] = self.join_sets(sets[actor], its);
                    has_started = true;
                }
                Tie::Started(_) => has_started = true,
                Tie::Took(place) => taken.push(place),
                Tie::SawEnd(other) => ended |= 1u64.checked_shl(other).unwrap_or(0),
                Tie::LastResort => {}
            }
        }
        if (ended != 0 || !taken.is_empty()) && !has_started {
            let after = self.sets[sets[actor].0 as usize].clone();
            let after = after.iter().map(|&(footprint, needs)| {
                let mut takes = [&*taken, &self.places[needs.takes.0 as usize]].concat();
                (footprint, Needs { ends: needs.ends | ended, takes: self.places(&mut takes) })
            });
            let after = after.collect();
            sets[actor] = self.set(after);
        }
        let touched = match taken.is_empty() {
            true => step.touched,
            false => {
                let takes = self.places(&mut taken);
                let touched = self.sets[step.touched.0 as usize].iter();
                let touched = touched.map(|&(footprint, needs)| (footprint, Needs { takes, ..needs }));
                let touched = touched.collect();
                self.set(touched)
            }
        };
        sets[actor] = self.join_sets(sets[actor], touched);
        self.future(sets)
    }

    /// A future in which nothing is known of places but their kind: for a state whose places have other numbers.
    pub fn of_kinds(&mut self, future: FutureId) -> FutureId {
        if future == FutureId::ANYTHING {
            return future;
        }
        if let Some(&known) = self.coarse.get(&future) {
            return known;
        }
        let sets = self.futures[future.0 as usize].clone();
        let sets = sets.iter().map(|&set| {
            let elements = self.sets[set.0 as usize].iter().map(|&(footprint, needs)| {
                let footprint = Footprint { place: self.kind(footprint.place), ..footprint };
                (footprint, Needs { takes: PlacesId(0), ..needs })
            });
            let elements = elements.collect();
            self.set(elements)
        });
        let sets = sets.collect();
        let coarse = self.future(sets);
        self.coarse.insert(future, coarse);
        coarse
    }

    /// Somebody's step, and something in this set of another one: their order may matter.
    pub fn conflict(&mut self, mover: Mover, others_id: SetId) -> bool {
        if others_id == SetId::EMPTY {
            return false;
        }
        if let Some(&known) = self.conflicts.get(&(mover, others_id)) {
            return known;
        }
        let end = 1u64.checked_shl(mover.actor).unwrap_or(0);
        let held = &self.places[mover.held.0 as usize];
        let is_kept_off = |needs: &Needs| {
            let takes = &self.places[needs.takes.0 as usize];
            takes.iter().any(|place| held.contains(place))
        };
        let may_be_first = |needs: &Needs| needs.ends & end == 0 && !is_kept_off(needs);
        let others = &self.sets[others_id.0 as usize];
        let others_first = |others: &[Element], own: &Footprint| {
            others.iter().any(|(other, needs)| own.conflicts(other) && may_be_first(needs))
        };
        let is_anything = |(other, needs): &Element| other.access == Access::Anything && may_be_first(needs);
        let conflict = others.iter().any(is_anything)
            || self.sets[mover.touched.0 as usize].iter().any(|(own, _)| match own.access {
                Access::Anything | Access::End => others_first(others, own),
                Access::Read | Access::Write => {
                    let kind = Footprint { place: self.kind(own.place), ..*own };
                    others_first(at_place(others, own.place), own)
                        || kind.place != own.place && others_first(at_place(others, kind.place), &kind)
                }
            });
        self.conflicts.insert((mover, others_id), conflict);
        conflict
    }

    /// His step conflicts with whatever others do.
    pub fn comes_last(&self, mover: Mover) -> bool {
        let mut touched = self.sets[mover.touched.0 as usize].iter();
        touched.any(|(footprint, _)| matches!(footprint.access, Access::Anything | Access::End))
    }

    /// Something in the set may touch a place.
    pub fn touches(&self, set: SetId, place: u64) -> bool {
        let kind = self.kind(place);
        self.sets[set.0 as usize].iter().any(|(footprint, _)| {
            [place, kind].contains(&footprint.place) || footprint.access == Access::Anything
        })
    }
}

/// Those of a set that touch a place: its elements are in the order of their places.
fn at_place(set: &[Element], place: u64) -> &[Element] {
    let from = set.partition_point(|(footprint, _)| footprint.place < place);
    let to = set.partition_point(|(footprint, _)| footprint.place <= place);
    &set[from..to]
}
