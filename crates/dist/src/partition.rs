//! Whose a state is: a number made of a part of what it holds, the same in every process.
//!
//! The less of a state it looks at, the more of its successors stay with the same node, and the less evenly states
//! are dealt out. All of it follows from the components of a state, so nobody has to be in it.

use crate::digest::{Digests, links_from};
use base::{FastMap, hash_words};
use lts::{ActorParts, CompId, Pool};

/// What of a state counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Aspect {
    /// All of it.
    #[default]
    Global,
    /// What actors do: their own components.
    Local,
    /// Where actors are.
    Pc,
    /// Where actors are, and where they will be when they return.
    Pcs,
}

/// A function from states to numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Partition {
    pub aspect: Aspect,
    /// Of this actor alone, by its place among all.
    pub actor: Option<u32>,
}

/// The numbers of states, as one node finds them out.
pub struct Keys {
    partition: Partition,
    parts: Option<ActorParts>,
    links: &'static [(u8, usize)],
    digests: Digests,
    /// Of components that have been looked at: what counts of them, for those of actors.
    known: FastMap<CompId, Option<u64>>,
    /// A state had the actor that counts.
    pub has_met: bool,
}

/// The number of states that do not have the actor that counts.
const ABSENT: u64 = 0;

impl Keys {
    pub fn new(partition: Partition, parts: Option<ActorParts>, links: &'static [(u8, usize)]) -> Keys {
        Keys {
            partition,
            parts,
            links,
            digests: Digests::new(links),
            known: FastMap::default(),
            has_met: false,
        }
    }

    /// The number of a state.
    pub fn of(&mut self, pool: &dyn Pool, state: &[CompId]) -> u64 {
        match self.partition {
            Partition { aspect: Aspect::Global, .. } => self.digests.state(pool, state),
            Partition { actor: Some(actor), .. } => {
                let mut own = state.iter().filter_map(|&component| self.part(pool, component));
                let number = own.nth(actor as usize);
                self.has_met |= number.is_some();
                number.unwrap_or(ABSENT)
            }
            Partition { actor: None, .. } => {
                let own = state.iter().filter_map(|&component| self.part(pool, component));
                let (sum, count) =
                    own.fold((0, 0), |(sum, count), part| (hash_words([sum, part]), count + 1));
                hash_words([sum, count])
            }
        }
    }

    /// What tells the state whose number was asked for last from all others, if its number does.
    pub fn whole(&self) -> Option<u64> {
        (self.partition.aspect == Aspect::Global).then(|| self.digests.last())
    }

    /// What counts of a component; nothing if it is no actor's own.
    fn part(&mut self, pool: &dyn Pool, component: CompId) -> Option<u64> {
        if let Some(known) = self.known.get(&component) {
            return *known;
        }
        let mut words = Vec::new();
        let kind = pool.words(component, &mut words);
        let part = self.parts.clone().filter(|parts| parts.kind == kind).map(|parts| {
            let linked = &words[links_from(self.links, kind, words.len())..];
            match self.partition.aspect {
                Aspect::Global | Aspect::Local => self.digests.component(pool, component),
                Aspect::Pc => {
                    let innermost = linked.last().copied();
                    places(pool, &parts, component, innermost.as_slice())
                }
                Aspect::Pcs => places(pool, &parts, component, linked),
            }
        });
        self.known.insert(component, part);
        part
    }

    /// The store has been emptied.
    pub fn clear(&mut self) {
        self.digests.clear();
        self.known.clear();
    }

    pub fn bytes(&self) -> u64 {
        self.digests.bytes() + (self.known.capacity() * 25) as u64
    }
}

/// One number for places in the program: those that an actor's own component holds, or those that it links to.
fn places(pool: &dyn Pool, parts: &ActorParts, own: CompId, linked: &[u32]) -> u64 {
    let own = [own.0];
    let holders: &[u32] = if parts.place_kind == parts.kind { &own } else { linked };
    let mut sum = hash_words([holders.len() as u64]);
    let mut words = Vec::new();
    for &holder in holders {
        words.clear();
        if pool.words(CompId(holder), &mut words) == parts.place_kind {
            let place = words.get(parts.place.clone()).unwrap_or_default();
            sum = hash_words([sum].into_iter().chain(place.iter().map(|&word| u64::from(word))));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::Exact;

    const LINKS: [(u8, usize); 1] = [(1, 1)];

    /// Two actors with a status and frames of (method, place, register), and something that all can see.
    fn state(pool: &mut Exact, actors: &[(u32, &[[u32; 3]])], global: u32) -> Vec<CompId> {
        let mut list = Vec::new();
        for (status, frames) in actors {
            let frames: Vec<u32> = frames.iter().map(|frame| pool.intern(2, frame).0).collect();
            list.push(pool.intern(1, &[&[*status], &*frames].concat()));
        }
        list.push(pool.intern(0, &[global]));
        list
    }

    #[test]
    fn what_does_not_count_changes_nothing() {
        let parts = ActorParts { kind: 1, place_kind: 2, place: 0..2 };
        let first: &[(u32, &[[u32; 3]])] = &[(0, &[[1, 1, 1], [2, 5, 1]]), (0, &[[1, 9, 1]])];
        // What is different, and for whom.
        /// Parts of actors, what else there is, and which functions tell the two states apart.
        type Other<'a> = (&'a [(u32, &'a [[u32; 3]])], u32, [bool; 7]);
        let others: [Other<'_>; 5] = [
            (first, 8, [true, false, false, false, false, false, false]),
            (&[(0, &[[1, 1, 1], [2, 5, 7]]), first[1]], 7, [true, true, true, false, false, false, false]),
            (&[(0, &[[1, 3, 1], [2, 5, 1]]), first[1]], 7, [true, true, true, false, false, true, true]),
            (&[(0, &[[1, 1, 1], [2, 6, 1]]), first[1]], 7, [true, true, true, true, true, true, true]),
            (&[first[0], (0, &[[1, 8, 1]])], 7, [true, true, false, true, false, true, false]),
        ];
        let functions = [
            (Aspect::Global, None),
            (Aspect::Local, None),
            (Aspect::Local, Some(0)),
            (Aspect::Pc, None),
            (Aspect::Pc, Some(0)),
            (Aspect::Pcs, None),
            (Aspect::Pcs, Some(0)),
        ];
        for (at, (aspect, actor)) in functions.into_iter().enumerate() {
            let mut pool = Exact::default();
            let mut keys = Keys::new(Partition { aspect, actor }, Some(parts.clone()), &LINKS);
            let here = state(&mut pool, first, 7);
            let key = keys.of(&pool, &here);
            assert_eq!(keys.has_met, actor.is_some());
            for (i, (actors, global, differs)) in others.iter().enumerate() {
                let other = state(&mut pool, actors, *global);
                assert_eq!(keys.of(&pool, &other) != key, differs[at], "{aspect:?} {actor:?}, other {i}");
            }
            // Another pool with other numbers.
            let mut there = Exact::default();
            state(&mut there, others[3].0, 3);
            let mut theirs = Keys::new(Partition { aspect, actor }, Some(parts.clone()), &LINKS);
            let list = state(&mut there, first, 7);
            assert_eq!(theirs.of(&there, &list), key, "{aspect:?} {actor:?}");
        }
        let mut pool = Exact::default();
        let list = state(&mut pool, first, 7);
        let absent = Partition { aspect: Aspect::Pc, actor: Some(2) };
        let mut keys = Keys::new(absent, Some(parts), &LINKS);
        assert_eq!((keys.of(&pool, &list), keys.has_met), (ABSENT, false));
    }
}
