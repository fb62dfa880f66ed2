//! The graph of a search by one node, written down for who wants to know what others would have done with it: each
//! state with its number by every partition function, and where its transitions lead.

use crate::partition::{Aspect, Keys, Partition};
use base::FastMap;
use lts::{ActorParts, CompId, Pool, StateId};

/// The functions whose numbers are recorded, in this order.
pub const FUNCTIONS: [Partition; 7] = [
    Partition { aspect: Aspect::Global, actor: None },
    Partition { aspect: Aspect::Local, actor: None },
    Partition { aspect: Aspect::Local, actor: Some(1) },
    Partition { aspect: Aspect::Pc, actor: None },
    Partition { aspect: Aspect::Pc, actor: Some(1) },
    Partition { aspect: Aspect::Pcs, actor: None },
    Partition { aspect: Aspect::Pcs, actor: Some(1) },
];

/// Where a graph is written to.
pub trait RecordGraph: Send + Sync {
    fn record(&self, bytes: &[u8]);
}

/// Begins a state: its level, then its numbers. States count from 0 on.
const STATE: u8 = b'S';
/// Begins a transition: from which state, to which.
const TRANSITION: u8 = b'T';

/// What a node knows of what it has written.
pub struct Writings {
    keys: Vec<Keys>,
    numbers: FastMap<StateId, u32>,
    bytes: Vec<u8>,
}

impl Writings {
    pub fn new(parts: Option<&ActorParts>, links: &'static [(u8, usize)]) -> Writings {
        let keys = FUNCTIONS.map(|partition| Keys::new(partition, parts.cloned(), links));
        Writings { keys: keys.into(), numbers: FastMap::default(), bytes: Vec::new() }
    }

    /// A new state.
    pub fn state(&mut self, pool: &dyn Pool, state: StateId, components: &[CompId], level: u32) {
        let number = self.numbers.len() as u32;
        self.numbers.insert(state, number);
        self.bytes.push(STATE);
        self.bytes.extend_from_slice(&level.to_le_bytes());
        for keys in &mut self.keys {
            self.bytes.extend_from_slice(&keys.of(pool, components).to_le_bytes());
        }
    }

    /// A transition between states that are there.
    pub fn transition(&mut self, from: StateId, to: StateId) {
        self.bytes.push(TRANSITION);
        for state in [from, to] {
            let number = self.numbers.get(&state).copied().unwrap_or(u32::MAX);
            self.bytes.extend_from_slice(&number.to_le_bytes());
        }
    }

    /// What is to be written next.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// The search begins again.
    pub fn clear(&mut self) {
        self.keys.iter_mut().for_each(Keys::clear);
        self.numbers.clear();
        self.bytes.clear();
    }
}
