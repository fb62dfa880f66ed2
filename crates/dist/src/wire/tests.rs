//! What is sent arrives, and damage is refused.

use super::*;
use lts::Store;
use store::Exact;

/// Kind 1 has numbers of components behind its first word.
const LINKS: [(u8, usize); 1] = [(1, 1)];

/// A state of three components, one of which holds others.
fn state(pool: &mut Exact, seed: u32) -> Vec<CompId> {
    let parts = [pool.intern(2, &[seed / 3]).0, pool.intern(2, &[seed % 5, 7]).0];
    let thread = pool.intern(1, &[seed % 2, parts[0], parts[1]]);
    let mut list = vec![thread, pool.intern(0, &[seed % 7]), CompId(parts[0])];
    list.truncate(2 + (seed % 2) as usize);
    list
}

/// What a state holds, with what its components hold in the place of their numbers.
fn content(pool: &Exact, state: &[CompId]) -> Vec<(u8, Vec<u32>)> {
    let mut out = Vec::new();
    for &component in state {
        let mut words = Vec::new();
        let kind = pool.words(component, &mut words);
        let from = links_from(&LINKS, kind, words.len());
        let linked: Vec<CompId> = words.drain(from..).map(CompId).collect();
        out.push((kind, words));
        out.extend(content(pool, &linked));
    }
    out
}

#[test]
fn states_arrive_as_they_were_sent() {
    for how in [Transfer::State, Transfer::Components] {
        let (mut here, mut there) = (Exact::default(), Exact::default());
        // The other side numbers components in another order.
        (0..50).rev().for_each(|seed| drop(state(&mut there, seed)));
        let (mut outbox, mut inbox) = (Outbox::new(&LINKS), Inbox::default());
        for parcel in 0..4 {
            let mut sent = Vec::new();
            for seed in parcel * 20..parcel * 20 + 30 {
                let list = state(&mut here, seed);
                let trail = Trail::default().then(seed as usize % 9, 9).then(1, 2);
                let cared = (seed % 3) as u8;
                outbox.put(&here, &list, &trail, cared, how);
                sent.push((trail, cared, content(&here, &list)));
                if seed % 4 == 0 && how == Transfer::Components {
                    let next = state(&mut here, seed + 1);
                    outbox.put_stored(&here, &next);
                }
            }
            let bytes = outbox.take();
            let mut opening = Opening::new(&bytes, 2, &LINKS);
            for (i, (trail, cared, words)) in sent.into_iter().enumerate() {
                let Some(Arrived::State(came, by)) = opening.next(&mut inbox, &mut there) else { panic!() };
                assert_eq!((came, by, content(&there, &opening.state)), (trail, cared, words));
                there.insert(&opening.state.clone());
                let seed = parcel * 20 + i as u32;
                if seed.is_multiple_of(4) && how == Transfer::Components {
                    assert!(matches!(opening.next(&mut inbox, &mut there), Some(Arrived::Stored)));
                    let next = state(&mut here, seed + 1);
                    assert_eq!(content(&there, &opening.state), content(&here, &next));
                }
            }
            assert!(matches!(opening.next(&mut inbox, &mut there), Some(Arrived::Nothing)));
        }
    }
}

#[test]
fn damaged_parcels_are_refused_and_nothing_worse() {
    let mut here = Exact::default();
    let mut outbox = Outbox::new(&LINKS);
    for seed in 0..10 {
        let list = state(&mut here, seed);
        outbox.put(&here, &list, &Trail::default().then(1, 3), 0, Transfer::Components);
    }
    let whole = outbox.take();
    for at in 0..whole.len() {
        for flip in [1, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            let (mut inbox, mut there) = (Inbox::default(), Exact::default());
            let mut opening = Opening::new(&bytes, 1, &LINKS);
            let mut records = 0;
            while let Some(Arrived::State(..) | Arrived::Stored) = opening.next(&mut inbox, &mut there) {
                records += 1;
            }
            assert!(records <= 10);
        }
    }
}
