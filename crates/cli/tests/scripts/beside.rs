//! Parts of a script that are followed beside each other in one process: forged ones are refused, or true.

use crate::forged::{LIMITS, Random, count, forged_with_table, is_true, recorded, walker};
use lts::{Store, System};
use model::Model;
use script::{
    Broken, Carried, Follower, HandOver, Ledger, Prints, Script, WrittenPart, distribute, regions, stream,
};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex};

/// Follows the parts of a script beside each other, in any order: with one ledger, and from first states that others
/// hand over where these have come to them already. States of the whole, and how many parts were loaded.
fn beside(
    random: &mut Random,
    model: &Arc<Model>,
    bytes: &[u8],
    parts: usize,
) -> Result<(u64, usize), String> {
    let told = |broken: Broken| broken.to_string();
    let script = Script::open(Cursor::new(bytes.to_vec())).map_err(told)?;
    let header = script.header.clone();
    let list = regions(&script.subgraphs, header.states, header.transitions, parts, false);
    let mut streams = BTreeMap::new();
    let mut source = script.moves().map_err(told)?;
    let mut pieces: Vec<WrittenPart<_>> = distribute(&mut source, &list, &mut |index, _, _| {
        let (spring, source) = stream();
        streams.insert(index, source);
        Ok(spring)
    })
    .map_err(told)?;
    let (ledger, carried) = (Arc::new(Ledger::new(header.states)), Arc::new(Mutex::new(BTreeMap::new())));
    let mut indices: Vec<usize> = (0..pieces.len()).collect();
    let (mut all, mut waiting, mut states, mut loaded) = (Vec::new(), Vec::new(), 0, 0);
    pieces.drain(..).for_each(|piece| all.push(Some(piece)));
    while !indices.is_empty() {
        let index = indices.swap_remove(random.below(indices.len()));
        let (Some(piece), Some(source)) = (all[index].take(), streams.remove(&index)) else { continue };
        drop(piece.sink);
        let (mut system, mut prints) = (walker(model), Prints::new(3, &[]));
        let here: Option<Carried> = carried.lock().unwrap().remove(&piece.first);
        system.start();
        let is_loaded = here.is_some_and(|state| {
            let state = state.put_into(&mut prints);
            system.load(&prints, &state).is_ok()
        });
        loaded += usize::from(is_loaded);
        if !is_loaded && !piece.path.iter().all(|&choice| script::go(&mut system, choice)) {
            return Err("nonexistent".to_string());
        }
        let to = Arc::clone(&carried);
        let hand_over: HandOver = Box::new(move |first, state| {
            to.lock().unwrap().insert(first, state);
        });
        let part = (piece.first, piece.path.clone());
        let beside = (Arc::clone(&ledger), hand_over);
        let mut follower = Follower::beside(Box::new(source), prints, &[], part, beside);
        let ended = search::depth_first_here(&mut system, &mut follower, piece.path, &LIMITS, &mut |_| true);
        if let Some(deviation) = follower.deviation() {
            return Err(deviation.what.name().to_string());
        }
        assert!(ended.is_complete());
        states += follower.states();
        waiting.extend(follower.into_prints().1);
    }
    match ledger.settles(&waiting) && states == header.states {
        true => Ok((states, loaded)),
        false => Err("torn".to_string()),
    }
}

#[test]
fn parts_beside_each_other_certify_what_the_whole_does() {
    let mut random = Random::seeded(8);
    let (mut loaded, mut torn, mut refused, mut certified) = (0, 0, 0, 0);
    for _ in 0..count() / 2 {
        let model = random.model();
        let bytes = recorded(&model);
        let states = Script::open(Cursor::new(bytes.clone())).unwrap().header.states;
        let parts = 1 + random.below(6);
        let whole = beside(&mut random, &model, &bytes, parts).unwrap();
        assert_eq!(whole.0, states);
        loaded += whole.1;
        let mutant = forged_with_table(&mut random, &bytes);
        match beside(&mut random, &model, &mutant, parts) {
            Ok(_) => {
                assert!(is_true(&model, &mutant));
                certified += 1;
            }
            Err(why) => {
                refused += 1;
                torn += usize::from(why == "torn");
            }
        }
    }
    println!("{certified} true, {refused} refused, {torn} of them in the end, {loaded} parts loaded");
    assert!(refused > 20 && torn > 0 && loaded > 5, "{refused}, {torn}, {loaded}");
}
