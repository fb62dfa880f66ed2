//! What a state is, in one number that is the same in every process.
//!
//! Numbers of components are a store's own, so a digest goes by what they hold. It is a sum over the places of
//! a state's list, renewed by what has changed since the last one.

use base::{FastMap, hash_words};
use lts::{CompId, Pool};

/// Digests of components, each computed once, and of the state that was looked at last.
#[derive(Default)]
pub struct Digests {
    /// Kinds of components with the place from which on their words are numbers of other components.
    links: &'static [(u8, usize)],
    known: FastMap<CompId, u64>,
    last: Vec<(CompId, u64)>,
    sum: u64,
}

/// The place from which on the words of a component are numbers of others.
pub fn links_from(links: &[(u8, usize)], kind: u8, length: usize) -> usize {
    links.iter().find(|(linked, _)| *linked == kind).map_or(length, |(_, from)| (*from).min(length))
}

impl Digests {
    pub fn new(links: &'static [(u8, usize)]) -> Digests {
        Digests { links, ..Digests::default() }
    }

    /// The digest of a component: of its kind and words, where those that are numbers of components count as what
    /// these are.
    pub fn component(&mut self, pool: &dyn Pool, component: CompId) -> u64 {
        if let Some(&digest) = self.known.get(&component) {
            return digest;
        }
        let mut words = Vec::new();
        let kind = pool.words(component, &mut words);
        let (own, linked) = words.split_at(links_from(self.links, kind, words.len()));
        let own = hash_words([u64::from(kind)].into_iter().chain(own.iter().map(|&word| u64::from(word))));
        let linked: Vec<u64> = linked.iter().map(|&other| self.component(pool, CompId(other))).collect();
        let digest = hash_words([own, linked.len() as u64].into_iter().chain(linked));
        self.known.insert(component, digest);
        digest
    }

    /// The digest of a state.
    pub fn state(&mut self, pool: &dyn Pool, state: &[CompId]) -> u64 {
        for (_, value) in self.last.drain(state.len().min(self.last.len())..) {
            self.sum = self.sum.wrapping_sub(value);
        }
        for (place, &component) in state.iter().enumerate() {
            if self.last.get(place).is_some_and(|(old, _)| *old == component) {
                continue;
            }
            let value = hash_words([place as u64, self.component(pool, component)]);
            match self.last.get_mut(place) {
                Some(entry) => {
                    self.sum = self.sum.wrapping_sub(entry.1);
                    *entry = (component, value);
                }
                None => self.last.push((component, value)),
            }
            self.sum = self.sum.wrapping_add(value);
        }
        self.last()
    }

    /// The digest of the state that was asked for last.
    pub fn last(&self) -> u64 {
        hash_words([self.sum, self.last.len() as u64])
    }

    /// The store has been emptied.
    pub fn clear(&mut self) {
        *self = Digests::new(self.links);
    }

    pub fn bytes(&self) -> u64 {
        (self.known.capacity() * 13 + self.last.capacity() * 16) as u64
    }
}
