//! Stores that spill are the stores that do not, whatever happens to their files.

use crate::folding::LEARN_AT;
use crate::testing::{Random, agrees_with_a_plain_set, spill, workers_see_one_set};
use crate::{Exact, Shared, Spill};
use lts::{CompId, Figures, Insert, OnDisk, Pool, StateId, Store};
use std::fs::File;
use std::os::unix::fs::FileExt;

/// So little that a shard spills whenever it has a few states.
const TINY: u64 = 1 << 12;
/// With [`TINY`], from so many states on every shard has more runs than it may have.
const MANY: u64 = 60_000;

type StoredStates = Vec<(StateId, Vec<CompId>)>;

fn on_disk(store: &dyn Store) -> OnDisk {
    store.figures().on_disk.expect("it may spill")
}

/// A random walk over lists of two lengths; what was new on it, in order.
fn walk(store: &mut dyn Store, seed: u64, steps: usize) -> StoredStates {
    let (mut random, mut known, mut list) = (Random::seeded(seed), StoredStates::new(), [0u32; 8]);
    for _ in 0..steps {
        list[random.below(8) as usize] = random.below(6) as u32;
        let length = 7 + usize::from(list[0] > 2);
        let state: Vec<CompId> = list[..length].iter().map(|&n| store.intern(0, &[n, 7])).collect();
        if let Insert::New(id) = store.insert(&state) {
            known.push((id, state));
        }
    }
    known
}

#[test]
fn stores_that_spill_are_sets() {
    agrees_with_a_plain_set(&mut Exact::spilling(spill(TINY)), true, 7);
    agrees_with_a_plain_set(&mut Shared::spilling(spill(TINY)), true, 8);
}

#[test]
fn workers_see_one_set_on_disk() {
    let store = Shared::spilling(spill(TINY));
    workers_see_one_set(&store);
    assert!(on_disk(&store).states > store.states() / 2 && store.fault().is_none());
}

#[test]
fn numbers_and_answers_are_those_of_the_store_in_memory() {
    let (mut spilling, mut plain) = (Exact::spilling(spill(TINY)), Exact::default());
    let known = walk(&mut spilling, 3, 200_000);
    assert_eq!(walk(&mut plain, 3, 200_000), known);
    assert!(known.len() as u64 > MANY, "{} states are too few for merges", known.len());
    let mut back = Vec::new();
    for (id, state) in &known {
        assert!(spilling.get(*id, &mut back) && back == *state);
        assert_eq!(spilling.insert(state), Insert::Seen(Some(*id)));
    }
    assert!(!spilling.get(StateId(u64::from(u32::MAX)), &mut back));
    let Figures { on_disk: Some(disk), bytes, .. } = spilling.figures() else { panic!("it may spill") };
    assert!(disk.states > spilling.states() * 3 / 4 && disk.unwritten.is_none(), "{disk:?}");
    // Twelve bytes by number and twelve to find it; runs that were merged leave holes, which are filled
    // again.
    assert!(disk.bytes >= 24 * disk.states && disk.bytes < 60 * disk.states, "{disk:?}");
    assert!(bytes < plain.bytes() && plain.figures().on_disk.is_none());
    assert_eq!(spilling.fault(), None);
}

#[test]
fn memory_stays_near_what_was_given() {
    const GIVEN: u64 = 2 << 20;
    let mut store = Exact::spilling(spill(GIVEN));
    for n in 0..700_000u32 {
        let list: Vec<CompId> = (0..6).map(|i| store.intern(i, &[n / 10u32.pow(i.into()) % 10])).collect();
        assert!(store.insert(&list).is_new());
        assert!(n % 1000 > 0 || store.bytes() < GIVEN, "{n}: {:?}", store.figures());
    }
    assert!(on_disk(&store).states > 600_000);
}

#[test]
fn shapes_are_learnt_when_the_first_states_are_on_disk() {
    let mut store = Exact::spilling(spill(TINY));
    let mut random = Random::seeded(1);
    let mut known = StoredStates::new();
    while known.len() < 2 * LEARN_AT {
        let list: Vec<CompId> = (0..6).map(|i| store.intern(i, &[random.below(6) as u32])).collect();
        if let Insert::New(id) = store.insert(&list) {
            known.push((id, list));
        }
        if known.len() == LEARN_AT - 1 {
            assert!(on_disk(&store).states > LEARN_AT as u64 / 2);
        }
        if known.len() >= LEARN_AT && known.len().is_multiple_of(1000) {
            assert!(known.iter().all(|(id, list)| store.insert(list) == Insert::Seen(Some(*id))));
        }
    }
    let mut back = Vec::new();
    assert!(known.iter().all(|(id, list)| store.get(*id, &mut back) && back == *list));
}

#[test]
fn a_store_on_disk_can_be_written_and_read() {
    let (mut spilling, mut plain) = (Exact::spilling(spill(TINY)), Exact::default());
    let known = walk(&mut spilling, 4, 60_000);
    walk(&mut plain, 4, 60_000);
    let (mut bytes, mut also) = (Vec::new(), Vec::new());
    spilling.write(&mut bytes).unwrap();
    plain.write(&mut also).unwrap();
    assert!(bytes == also, "where states are is not written");
    let mut back = Exact::read(&mut &*bytes, Some(spill(TINY))).unwrap();
    assert!(on_disk(&back).states > back.states() / 2);
    for (id, state) in &known {
        assert_eq!(back.insert(state), Insert::Seen(Some(*id)));
    }
    assert_eq!(walk(&mut back, 5, 60_000), walk(&mut plain, 5, 60_000));
    let mut components = Vec::new();
    assert!(known.iter().all(|(id, list)| back.get(*id, &mut components) && components == *list));
}

#[test]
fn beginning_again_empties_the_files() {
    let spill = spill(TINY);
    let files = [spill.numbered.try_clone().unwrap(), spill.sorted.try_clone().unwrap()];
    let mut store = Exact::spilling(spill);
    let empty = store.bytes();
    let known = walk(&mut store, 6, 30_000);
    assert!(files.iter().all(|file| file.metadata().unwrap().len() > 0));
    store.clear();
    assert!(files.iter().all(|file| file.metadata().unwrap().len() == 0));
    assert_eq!((on_disk(&store), store.states()), (OnDisk::default(), 0));
    assert!(store.bytes() <= empty);
    assert_eq!(walk(&mut store, 6, 30_000), known);
}

#[test]
fn what_cannot_be_written_stays_in_memory() {
    let full = || File::options().read(true).write(true).open("/dev/full").unwrap();
    for spill in [Spill { numbered: full(), ..spill(TINY) }, Spill { sorted: full(), ..spill(TINY) }] {
        let mut store = Exact::spilling(spill);
        let known = walk(&mut store, 9, 60_000);
        let disk = on_disk(&store);
        let told = disk.unwritten.expect("it is told");
        assert!(told.starts_with("cannot write states to the test's folder: "), "{told}");
        assert_eq!((disk.states, store.fault()), (0, None));
        assert_eq!(walk(&mut Exact::default(), 9, 60_000), known);
        store.clear();
        agrees_with_a_plain_set(&mut store, true, 9);
    }
}

#[test]
fn what_cannot_be_read_back_is_a_fault_and_no_panic() {
    for damages_numbers in [true, false] {
        let spill = spill(TINY);
        let file = if damages_numbers { &spill.numbered } else { &spill.sorted }.try_clone().unwrap();
        let mut store = Exact::spilling(spill);
        let known = walk(&mut store, 11, 30_000);
        assert_eq!(store.fault(), None);
        file.set_len(0).unwrap();
        let mut back = Vec::new();
        match damages_numbers {
            true => assert!(known.iter().any(|(id, _)| !store.get(*id, &mut back))),
            false => assert!(known.iter().any(|(_, list)| store.insert(list).is_new())),
        }
        let told = store.fault().expect("it is told");
        assert!(told.starts_with("cannot read states back from the test's folder: "), "{told}");
        // Also with runs to merge and shapes to learn.
        walk(&mut store, 12, 200_000);
        let written = store.write(&mut Vec::new());
        assert_eq!(written.is_err(), damages_numbers);
        store.clear();
        assert!(store.fault().is_some(), "a disk that has lost something is not trusted again");
    }
}

#[test]
fn an_entry_in_the_place_of_another_is_a_fault() {
    let spill = spill(TINY);
    let file = spill.numbered.try_clone().unwrap();
    let mut store = Exact::spilling(spill);
    let known = walk(&mut store, 13, 30_000);
    // All entries move by one.
    let mut bytes = vec![0; file.metadata().unwrap().len() as usize];
    file.read_exact_at(&mut bytes, 0).unwrap();
    file.write_all_at(&bytes[12..], 0).unwrap();
    let mut back = Vec::new();
    for (id, list) in &known {
        assert!(!store.get(*id, &mut back) || back == *list, "another state was given back");
    }
    assert!(store.fault().is_some());
}
