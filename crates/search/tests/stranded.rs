//! Actors that can never move again, against a look at all that can be reached from a state.

// Each test uses a part of it.
#[allow(dead_code)]
mod common;

use common::{Graph, NO_LIMITS, PlainStore, Walker};
use lts::{Account, Listen, Narrate, System, Wrapper};
use search::stranded;

/// A graph in each of whose states some of three actors wait.
struct Waiters(Walker);

fn waiting(state: usize) -> Vec<u32> {
    (0..3).filter(|&actor| !(state * 7 + 3).is_multiple_of(actor as usize + 3)).collect()
}

impl Narrate for Waiters {
    fn listen(&mut self, _: Listen) {}
    fn take(&mut self) -> Account {
        Account::default()
    }
    fn actor(&self, actor: u32) -> String {
        actor.to_string()
    }
    fn waiting(&self, out: &mut Vec<u32>) {
        out.extend(waiting(self.0.at));
    }
}

impl Wrapper for Waiters {
    fn inner(&self) -> &dyn System {
        &self.0
    }
    fn inner_mut(&mut self) -> &mut dyn System {
        &mut self.0
    }
    fn narrator(&mut self) -> Option<&mut dyn Narrate> {
        Some(self)
    }
}

fn reach(graph: &Graph, from: usize) -> Vec<usize> {
    let (mut seen, mut pending) = (vec![false; graph.next.len()], vec![from]);
    seen[from] = true;
    while let Some(state) = pending.pop() {
        pending.extend(graph.next[state].iter().filter(|&&to| !std::mem::replace(&mut seen[to], true)));
    }
    (0..seen.len()).filter(|&state| seen[state]).collect()
}

/// Who waits in everything that can be reached from there, if nothing of it is an end.
fn lost(graph: &Graph, from: usize) -> Vec<u32> {
    let behind = reach(graph, from);
    if behind.iter().any(|&state| graph.next[state].is_empty()) {
        return Vec::new();
    }
    (0..3).filter(|actor| behind.iter().all(|&state| waiting(state).contains(actor))).collect()
}

#[test]
fn who_can_never_move_again_is_found() {
    let mut found_some = 0;
    for seed in 0..2000 {
        let graph = Graph::random(seed);
        let mut waiters = Waiters(Walker::new(&graph, (seed % 5 == 0).then_some(seed % 17)));
        let found =
            stranded(&mut waiters, &mut PlainStore::default(), &NO_LIMITS, &mut |_| true).expect("no limit");
        let expected = reach(&graph, 0).into_iter().any(|state| !lost(&graph, state).is_empty());
        assert_eq!(found.is_some(), expected, "seed {seed}");
        let Some(found) = found else { continue };
        waiters.0.start();
        for &choice in &found.path {
            waiters.0.step(choice);
        }
        assert_eq!(lost(&graph, waiters.0.at), found.actors, "seed {seed}");
        found_some += 1;
    }
    assert!(found_some > 50, "only {found_some} graphs have something to find");
}
