//! The base as names see it: which of its objects belong to a state, and how a machine comes back to it.

use super::load::broken;
use super::{COUNTERS, Canon};
use crate::ghost::{Prefix, State};
use lts::{CompId, Pool};
use vm::state::heap::Ref;
use vm::{Layer, Machine};

/// In the counters: whether the prefix before the first choice is over, and how.
const PREFIX_AT: usize = 9;

impl Canon {
    /// Objects below this word are named by address.
    #[inline]
    pub(super) fn base_top(&self, machine: State<'_>) -> u32 {
        if self.is_shallow { machine.heap.boot_top() } else { machine.heap.base_top() }
    }

    /// Objects that are named by address and have been written.
    pub(super) fn written_base(&self, machine: State<'_>) -> Vec<u32> {
        match self.is_shallow {
            true => machine.heap.written_since_boot().map(|object| object.0).collect(),
            false => machine.heap.dirty().map(|object| object.0).collect(),
        }
    }

    /// Adds an object of the base that is not as it was to those whose content belongs to a structure.
    pub(super) fn note_base(&self, machine: State<'_>, object: Ref, base: &mut Vec<Ref>) {
        let is_base = object.0 < self.base_top(machine) && !object.is_null();
        let is_new = is_base && machine.heap.is_written(object) && !base.contains(&object);
        if is_new && !is_pristine(machine, object, self.is_shallow) {
            base.push(object);
        }
    }
}

/// An object of the base that has been written is as it was before: as when the machine had booted, or as at
/// the end of the base.
pub(super) fn is_pristine(machine: State<'_>, object: Ref, is_shallow: bool) -> bool {
    let heap = &machine.heap;
    let (hash, pristine) = match is_shallow {
        true => (machine.boot_hash(object), heap.booted(object)),
        false => (machine.base_hash(object), heap.pristine(object)),
    };
    if machine.array_hash(object) != hash || machine.ghost.guard(object).is_some() {
        return false;
    }
    // The first word has the stamp, which is no state. The bit for sharing is in the second; in the booted heap
    // it means nothing.
    let sharing = if object.0 < heap.boot_top() { 1 << 31 } else { 0 };
    let known = machine.known();
    // A string remembers its hash when it is first asked for; that is no difference.
    let is_string = heap.class_of(object) == known.string;
    let remembered = is_string.then_some([known.string_hash, known.string_hash_is_zero]);
    let ignored = |word: u32| match word {
        0 => 0xFFFF_FFFF << 32,
        1 => sharing,
        _ => half_words(remembered.into_iter().flatten(), word),
    };
    pristine.is_some_and(|words| {
        let mut words = (0..).zip(words);
        words.all(|(i, &old)| (heap.word(object, i) ^ old) & !ignored(i) == 0)
    })
}

/// The bits of a word that some 4-byte units take.
fn half_words(units: impl Iterator<Item = u32>, word: u32) -> u64 {
    units.filter(|unit| unit / 2 == word).fold(0, |bits, unit| bits | 0xFFFF_FFFF << (unit % 2 * 32))
}

/// Where a state is as to the prefix before the first choice, going by its counters.
pub(super) fn prefix(pool: &dyn Pool, counters: CompId) -> Result<Prefix, String> {
    let mut words = Vec::new();
    if pool.words(counters, &mut words) != COUNTERS {
        return Err(broken());
    }
    words.get(PREFIX_AT).map(|&word| Prefix::from(word)).ok_or_else(broken)
}

/// Makes the machine's heap that of the base which a state lies upon.
pub(super) fn go_to_base(
    machine: &mut Machine,
    pool: &dyn Pool,
    counters: CompId,
    layer: Option<&Layer>,
) -> Result<(), String> {
    match (prefix(pool, counters)? == Prefix::Deep, layer) {
        (true, None) => return Err(broken()),
        (true, Some(layer)) if machine.lies_upon(layer) => machine.forget_path(),
        (true, Some(layer)) => machine.forget_path_to(Some(layer)),
        (false, _) => machine.forget_path_to(None),
    }
    Ok(())
}
