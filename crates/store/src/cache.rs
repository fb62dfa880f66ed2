//! What a worker has met lately, so that it need not ask the store that it shares with others.

use lts::CompId;

/// Places in each cache; powers of two. What does not find its place pushes out what is there.
const PAIRS: usize = 1 << 12;
const COMPONENTS: usize = 1 << 10;

/// Longer components are not kept.
const LONGEST: usize = 64;

/// Numbers of pairs.
#[derive(Default)]
pub struct PairCache {
    /// Empty until they are first used. A number that is [`NONE`] stands for an empty place.
    places: Vec<(u64, u32)>,
}

/// The number of no pair.
const NONE: u32 = u32::MAX;

impl PairCache {
    #[inline]
    pub fn get(&mut self, pair: u64, ask: impl FnOnce() -> u32) -> u32 {
        if self.places.is_empty() {
            self.places = vec![(0, NONE); PAIRS];
        }
        let place = base::hash_words([pair]) as usize % PAIRS;
        let (known, number) = self.places[place];
        if known == pair && number != NONE {
            return number;
        }
        let number = ask();
        self.places[place] = (pair, number);
        number
    }

    pub fn bytes(&self) -> u64 {
        (self.places.capacity() * size_of::<(u64, u32)>()) as u64
    }
}

#[derive(Default)]
pub struct ComponentCache {
    places: Vec<Option<Component>>,
}

struct Component {
    kind: u8,
    words: Vec<u32>,
    number: CompId,
}

impl ComponentCache {
    pub fn get(&mut self, key: u64, kind: u8, words: &[u32], ask: impl FnOnce() -> CompId) -> CompId {
        if words.len() > LONGEST {
            return ask();
        }
        if self.places.is_empty() {
            self.places.resize_with(COMPONENTS, || None);
        }
        let place = &mut self.places[key as usize % COMPONENTS];
        match place {
            Some(known) if known.kind == kind && known.words == words => known.number,
            Some(other) => {
                other.kind = kind;
                other.words.clear();
                other.words.extend_from_slice(words);
                other.number = ask();
                other.number
            }
            None => place.insert(Component { kind, words: words.to_vec(), number: ask() }).number,
        }
    }
    pub fn bytes(&self) -> u64 {
        let words: usize = self.places.iter().flatten().map(|component| component.words.capacity() * 4).sum();
        (self.places.capacity() * size_of::<Option<Component>>() + words) as u64
    }
}
