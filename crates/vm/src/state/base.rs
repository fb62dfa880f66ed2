//! The base: what is the same on all paths, and therefore named by its address and costs nothing in a state
//! unless it is written.
//!
//! At first that is the heap as it was booted. When a program has come to its first choice, there has been one
//! path only, and everything that it made lies where it lies on every path: the base can be deepened to that
//! point. Who can reach an object is another question: below the end of the booted heap everybody can, above it
//! the object itself says so.

use super::heap::{Heap, Ref};
use super::journal::Undo;
use crate::machine::Machine;
use crate::program::ClassId;
use base::FastMap;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

/// The stamp of a header, which is no part of a state, is the upper half of the first word.
const WITHOUT_STAMP: u64 = 0xFFFF_FFFF;

#[derive(Clone, Default)]
pub(crate) struct Base {
    /// Objects below this word belong to it. 0 until it is frozen.
    pub top: u32,
    /// Its objects that have been written since, on the present path.
    pub dirty: BTreeSet<u32>,
    /// What its objects held before they were ever written, on any path.
    pub pristine: FastMap<u32, Box<[u64]>>,
}

/// What a deepened base adds to the booted heap, for machines that have not gone there themselves.
pub struct Layer {
    /// Tells it from others.
    number: u64,
    /// Its first word, and the words from there on.
    from: u32,
    words: Box<[u64]>,
    /// Objects of the booted heap that were written on the way, with what they hold.
    written: Vec<(u32, Box<[u64]>)>,
    /// The identity hashes of arrays.
    hashes: FastMap<Ref, u32>,
}

impl Heap {
    /// The base ends where the heap does, and an epoch begins. Going back takes this back.
    fn deepen(&mut self, top: u32) {
        assert!(self.boot.is_none(), "the base is deepened once");
        let boot = std::mem::replace(&mut self.frozen, Base { top, ..Base::default() });
        self.boot = Some(Box::new(boot));
        self.journal.push(Undo::Deepened);
    }

    /// The base is the booted heap again.
    fn make_shallow(&mut self) {
        if let Some(boot) = self.boot.take() {
            self.frozen = *boot;
        }
    }

    /// Words of the heap as they are, the stamps of objects aside.
    fn image(&self, from: u32, to: u32) -> Box<[u64]> {
        let mut words: Box<[u64]> = (from..to).map(|at| self.word(Ref(at), 0)).collect();
        let mut at = from;
        while at < to {
            let is_free = self.class_of(Ref(at)) == ClassId::NONE;
            if !is_free {
                words[(at - from) as usize] &= WITHOUT_STAMP;
            }
            at += if is_free { self.free_run_words(at).max(1) } else { self.words_of(Ref(at)) };
        }
        words
    }

    /// How many objects were made since the machine was booted, garbage among them, if they are not more than
    /// `most`.
    fn has_made(&self, most: usize) -> bool {
        let (mut at, mut objects) = (self.shared_top, 0);
        while at < self.cursor() && objects < most {
            let is_free = self.class_of(Ref(at)) == ClassId::NONE;
            at += if is_free { self.free_run_words(at).max(1) } else { self.words_of(Ref(at)) };
            objects += usize::from(!is_free);
        }
        objects >= most
    }

    /// An object as it is, its stamp aside: what is put back later must not look as if it had been written then.
    pub(super) fn unstamped(&self, object: Ref) -> Box<[u64]> {
        let mut words: Box<[u64]> = (0..self.words_of(object)).map(|i| self.word(object, i)).collect();
        words[0] &= WITHOUT_STAMP;
        words
    }

    /// What an object held when the machine was booted, if it was ever written since.
    pub fn booted(&self, object: Ref) -> Option<&[u64]> {
        let boot = self.boot.as_deref().and_then(|boot| boot.pristine.get(&object.0));
        boot.or_else(|| self.frozen.pristine.get(&object.0)).map(|words| &**words)
    }

    /// Objects of the booted heap that have been written on this path, in rising order.
    pub fn written_since_boot(&self) -> impl Iterator<Item = Ref> + '_ {
        let own = self.frozen.dirty.range(..self.shared_top);
        let before = self.boot.iter().flat_map(|boot| &boot.dirty);
        let mut all: Vec<u32> = own.chain(before).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(Ref)
    }
}

impl Machine {
    /// The base goes down to here, until the machine goes back behind this. At least `least` objects must have been
    /// made since it was booted: for fewer it is not worth it, and `None`.
    pub fn deepen(&mut self, least: usize) -> Option<Layer> {
        if !self.heap.has_made(least) {
            return None;
        }
        let written = self.heap.frozen.dirty.iter();
        let written = written.map(|&object| (object, self.heap.unstamped(Ref(object)))).collect();
        let top = self.begin_epoch();
        self.heap.deepen(top);
        let (from, to) = (self.heap.shared_top, self.heap.frozen.top);
        let hashes = self.array_hashes.clone();
        self.boot_hashes = Some(std::mem::replace(&mut self.base_hashes, hashes.clone()));
        static MADE: AtomicU64 = AtomicU64::new(1);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        self.layer = number;
        Some(Layer { number, from, words: self.heap.image(from, to), written, hashes })
    }

    /// The base is deeper than the booted heap.
    pub fn is_deep(&self) -> bool {
        self.heap.boot.is_some()
    }

    /// The base is that which a layer makes.
    pub fn lies_upon(&self, layer: &Layer) -> bool {
        self.is_deep() && self.layer == layer.number
    }

    pub(crate) fn make_shallow(&mut self) {
        self.heap.make_shallow();
        if let Some(hashes) = self.boot_hashes.take() {
            self.base_hashes = hashes;
        }
    }

    /// Makes everything but the threads what it was in a base: in that which a layer makes, or in the booted one. All
    /// marks die.
    pub fn forget_path_to(&mut self, layer: Option<&Layer>) {
        self.forget_path();
        if self.is_deep() {
            self.make_shallow();
            self.forget_path();
        }
        let Some(layer) = layer else { return };
        self.layer = layer.number;
        self.heap.put_layer(layer);
        self.boot_hashes = Some(std::mem::replace(&mut self.base_hashes, layer.hashes.clone()));
        self.array_hashes.clone_from(&self.base_hashes);
    }
}

impl Heap {
    fn put_layer(&mut self, layer: &Layer) {
        assert_eq!(layer.from, self.shared_top, "a layer lies upon the heap that it was made on");
        for (object, words) in &layer.written {
            self.dirty_raw(Ref(*object));
            self.put_words(*object, words);
        }
        self.put_words(layer.from, &layer.words);
        let top = layer.from + layer.words.len() as u32;
        self.end_at(top);
        self.deepen(top);
        self.journal.clear();
    }
}
