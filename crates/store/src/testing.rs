//! What the tests of stores have in common.

use crate::folding::LEARN_AT;
use crate::{Shared, Spill};
use lts::{CompId, Insert, StateId, Store};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use testkit::random;

/// Numbers that look random, the same ones every time.
pub struct Random(random::Random);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(random::Random(seed))
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound as usize) as u64
    }
}

/// A file without a name.
fn nameless_file() -> File {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = format!("jaywalk-store-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
    let path = std::env::temp_dir().join(name);
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    file
}

/// Files to spill to, when this much memory is taken.
pub fn spill(memory_bytes: u64) -> Spill {
    Spill {
        numbered: nameless_file(),
        sorted: nameless_file(),
        place: "the test's folder".to_string(),
        memory_bytes,
    }
}

/// Puts random lists into a store and into a plain set: both must say the same, and the store must give every
/// list back, also later. `Seen` may be wrong only where a store says so; here nothing is.
pub fn agrees_with_a_plain_set(store: &mut dyn Store, gives_back: bool, seed: u64) {
    assert_eq!(store.keeps(), gives_back);
    let mut random = Random::seeded(seed);
    let mut plain: HashSet<Vec<u32>> = HashSet::new();
    let mut ids: HashMap<StateId, Vec<CompId>> = HashMap::new();
    let mut list: Vec<u32> = vec![0; 12];
    for round in 0..60_000 {
        step(&mut list, &mut random);
        let components: Vec<CompId> =
            list.iter().enumerate().map(|(i, &n)| store.intern((i % 3) as u8, &[n, i as u32 / 4])).collect();
        let insert = store.insert(&components);
        assert_eq!(insert.is_new(), plain.insert(list.clone()), "round {round}: {list:?}");
        let (Insert::New(id) | Insert::Seen(Some(id))) = insert else {
            assert!(!gives_back, "a store that gives states back knows which they are");
            continue;
        };
        if gives_back {
            assert_eq!(
                *ids.entry(id).or_insert_with(|| components.clone()),
                components,
                "one number, two states"
            );
        }
    }
    assert_eq!(store.states(), plain.len() as u64);
    let mut back = Vec::new();
    for (id, components) in &ids {
        assert!(store.get(*id, &mut back));
        assert_eq!(back, *components);
    }
    if !gives_back {
        assert!(!store.get(StateId(0), &mut back));
    }
    store.clear();
    assert_eq!(store.states(), 0);
    let one = [store.intern(0, &[1, 2, 3])];
    assert!(store.insert(&one).is_new());
    assert!(!store.insert(&one).is_new());
}

/// Four workers walk over the same states. Each state is new to exactly one of them, and has one number.
pub fn workers_see_one_set(store: &Shared) {
    const WORKERS: u64 = 4;
    let walk = |seed: u64, mut store: Box<dyn Store>| {
        let mut random = Random::seeded(seed);
        let (mut new, mut ids) = (0u64, HashMap::new());
        let mut list = [0u32; 7];
        for _ in 0..60_000 {
            let at = random.below(7) as usize;
            list[at] = random.below(5) as u32;
            let length = if list[0] == 0 { 6 } else { 7 };
            let components: Vec<CompId> =
                list[..length].iter().map(|&n| store.intern(0, &[n, n + 1])).collect();
            let insert = store.insert(&components);
            new += u64::from(insert.is_new());
            let (Insert::New(id) | Insert::Seen(Some(id))) = insert else { panic!("it knows its states") };
            ids.insert(list[..length].to_vec(), (id, components));
        }
        (new, ids)
    };
    let walked: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS)
            .map(|seed| {
                let handle = store.handle().unwrap();
                scope.spawn(move || walk(seed, handle))
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let mut all = HashMap::new();
    for (_, ids) in &walked {
        for (list, known) in ids {
            assert_eq!(all.entry(list).or_insert(known), &known, "{list:?} has two numbers");
        }
    }
    assert_eq!(walked.iter().map(|(new, _)| new).sum::<u64>(), all.len() as u64);
    assert_eq!(store.states(), all.len() as u64);
    assert!(all.len() > 3 * LEARN_AT, "shapes are learnt on the way");
    let mut back = Vec::new();
    for (id, components) in all.values() {
        assert!(store.get(*id, &mut back) && back == *components);
    }
    assert!(store.figures().asked[0] >= WORKERS * 60_000 * 6);
}

/// Changes a place or two, as steps of a program do, and now and then how many there are.
fn step(list: &mut Vec<u32>, random: &mut Random) {
    match random.below(60) {
        0 => list.truncate(random.below(14) as usize),
        1 if list.len() < 14 => list.push(0),
        2 => list.resize(12, 1),
        _ => {}
    }
    for _ in 0..1 + random.below(2) {
        if !list.is_empty() {
            let at = random.below(list.len() as u64) as usize;
            list[at] = random.below(4) as u32;
        }
    }
}
