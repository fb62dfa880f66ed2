//! What was sent, so that it is not sent again: states of other nodes.

use crate::Siblings;
use base::hash_words;
use lts::{CompId, Store};

pub enum Sent {
    Nothing,
    /// All of it is in the node's own store.
    Stored,
    Cached(Cache),
}

impl Sent {
    pub fn new(siblings: Siblings) -> Sent {
        match siblings {
            Siblings::None => Sent::Nothing,
            Siblings::All => Sent::Stored,
            Siblings::Some(count) => Sent::Cached(Cache::new(count)),
        }
    }

    /// A state of another node was sent before, as far as that is remembered. Now it is. States are taken up in the
    /// order of their trails, so the first time is the one with the best. `digest` is a number of the state's own, if
    /// one is known already.
    pub fn has(&mut self, store: &mut dyn Store, components: &[CompId], digest: Option<u64>) -> bool {
        match self {
            Sent::Nothing => false,
            Sent::Stored => !store.insert(components).is_new(),
            Sent::Cached(cache) => cache.has(components, digest),
        }
    }

    pub fn bytes(&self) -> u64 {
        match self {
            Sent::Cached(cache) => {
                cache.components.capacity() as u64 * 4 + cache.lengths.capacity() as u64 * 2
            }
            Sent::Nothing | Sent::Stored => 0,
        }
    }
}

/// States by what they hold: of those that have the same place, the last one. They lie in one piece, each with as much
/// room as the others.
pub struct Cache {
    components: Vec<CompId>,
    /// Of the state at each place; zero where there is none.
    lengths: Vec<u16>,
    room: usize,
}

/// Longer states are not remembered, but sent again; so is one that holds nothing.
const LONGEST: usize = 256;

impl Cache {
    fn new(places: u32) -> Cache {
        Cache { components: Vec::new(), lengths: vec![0; places.max(1) as usize], room: 0 }
    }

    fn has(&mut self, state: &[CompId], digest: Option<u64>) -> bool {
        if state.is_empty() || (state.len() > self.room && !self.make_room(state.len())) {
            return false;
        }
        let hash = || hash_words(state.iter().map(|component| u64::from(component.0)));
        // The lowest bits of a digest tell whose the state is.
        let key = digest.map_or_else(hash, |digest| digest.rotate_right(32));
        let at = (key % self.lengths.len() as u64) as usize;
        let (from, length) = (at * self.room, &mut self.lengths[at]);
        let place = &mut self.components[from..from + state.len()];
        if usize::from(*length) == state.len() && *place == *state {
            return true;
        }
        *length = state.len() as u16;
        place.copy_from_slice(state);
        false
    }

    /// Forgets what there is, and has room for longer states from now on. False if there is too little for that.
    fn make_room(&mut self, length: usize) -> bool {
        if length > LONGEST {
            return false;
        }
        self.room = length.next_multiple_of(8);
        self.lengths.fill(0);
        self.components.clear();
        self.components.resize(self.room * self.lengths.len(), CompId(0));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said to have been sent has been, and the last one always is remembered, short or long.
    #[test]
    fn only_what_was_sent_is_remembered() {
        for places in [1, 7, 64] {
            let mut cache = Cache::new(places);
            let mut sent = std::collections::BTreeSet::new();
            let mut remembered = 0;
            for turn in 0..4000u64 {
                let seed = hash_words([turn, 5]);
                let length = if turn < 1000 { seed % 4 } else { seed % 12 } as usize;
                let state: Vec<CompId> =
                    (0..length).map(|at| CompId((seed >> (8 + at)) as u32 & 1)).collect();
                let digest = turn.is_multiple_of(2).then(|| hash_words(state.iter().map(|c| u64::from(c.0))));
                let has = cache.has(&state, digest);
                assert!(!has || sent.contains(&state), "{state:?}");
                remembered += u32::from(has && !state.is_empty());
                sent.insert(state.clone());
                assert!(state.is_empty() || cache.has(&state, digest), "{state:?}");
            }
            assert!(remembered > 50, "{places}: {remembered}");
            let long = vec![CompId(1); LONGEST + 1];
            assert!(!cache.has(&long, None) && !cache.has(&long, Some(1)));
        }
    }
}
