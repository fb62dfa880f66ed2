//! What was sent, so that it is not sent again: states of other nodes.

use crate::Siblings;
use base::hash_words;
use lts::{CompId, Store};

pub enum Sent {
    Nothing,
    /// All of it is in the node's own store.
    Stored,
    /// By what it holds, the last one that had this place.
    Cached(Vec<Box<[CompId]>>),
}

impl Sent {
    pub fn new(siblings: Siblings) -> Sent {
        match siblings {
            Siblings::None => Sent::Nothing,
            Siblings::All => Sent::Stored,
            Siblings::Some(count) => Sent::Cached(vec![Box::default(); count.max(1) as usize]),
        }
    }

    /// A state of another node was sent before, as far as that is remembered. Now it is. States are taken up in the
    /// order of their trails, so the first time is the one with the best.
    pub fn has(&mut self, store: &mut dyn Store, components: &[CompId]) -> bool {
        match self {
            Sent::Nothing => false,
            Sent::Stored => !store.insert(components).is_new(),
            Sent::Cached(list) => {
                let key = hash_words(components.iter().map(|component| u64::from(component.0)));
                let at = (key % list.len() as u64) as usize;
                if *list[at] == *components {
                    return true;
                }
                list[at] = components.into();
                false
            }
        }
    }

    pub fn bytes(&self) -> u64 {
        match self {
            Sent::Cached(list) => list.iter().map(|state| state.len() as u64 * 4 + 16).sum(),
            Sent::Nothing | Sent::Stored => 0,
        }
    }
}
