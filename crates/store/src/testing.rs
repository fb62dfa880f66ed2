//! What the tests of stores have in common.

use lts::{CompId, Insert, StateId, Store};
use std::collections::{HashMap, HashSet};

/// Numbers that look random, the same ones every time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Puts random lists into a store and into a plain set: both must say the same, and the store must give every list back, also later.
/// `Seen` may be wrong only where a store says so; here nothing is.
pub fn agrees_with_a_plain_set(store: &mut dyn Store, gives_back: bool, seed: u64) {
    assert_eq!(store.keeps(), gives_back);
    let mut random = Random(seed);
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
