//! Searches of random graphs by several nodes come to what a search by the book does.

mod common;

use common::{Graph, Walker};
use dist::{
    Accord, Aspect, Assembly, Cluster, Confines, Door, Ended, Halt, Partition, Scheme, Scouting, Siblings,
    Transfer, explore,
};
use std::sync::Arc;
use std::time::Duration;

fn plan(workers: usize, all: bool) -> Scheme {
    Scheme {
        workers,
        partition: Partition::default(),
        transfer: Transfer::Components,
        siblings: Siblings::None,
        scouting: Scouting::USUAL,
        limits: Confines { all, ..Confines::default() },
    }
}

/// One search by so many processes, here threads with connections between them. What the first of them says.
fn search(graph: &Arc<Graph>, processes: usize, plan: &Scheme, loads_all: bool) -> (Ended, Vec<u32>) {
    let doors: Vec<Door> = (0..processes).map(|_| Door::open("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = doors.iter().map(Door::address).collect();
    let body = |rank: usize, door: Door| {
        let mut walker = Walker::new(graph, loads_all);
        let terms = Accord::new();
        let within = Duration::from_secs(10);
        let (differences, hopeless) = (&|_: &Accord| None, &|| None);
        let meeting = Assembly { rank, addresses: &addresses, terms: &terms, differences, within, hopeless };
        let cluster = if processes == 1 { Cluster::alone() } else { meeting.hold(door).unwrap() };
        let ended = explore(&mut walker, cluster, plan, &mut |_| true).unwrap();
        let learnt = lts::Knowledge::learnt(&walker);
        (ended, learnt)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = doors.into_iter().enumerate().collect();
        let threads: Vec<_> =
            threads.into_iter().map(|(rank, door)| scope.spawn(move || body(rank, door))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>().swap_remove(0)
    })
}

fn states(ended: &Ended) -> u64 {
    ended.nodes.iter().map(|node| node.states).sum()
}

fn first_path(ended: &Ended) -> Option<Vec<u32>> {
    ended.found.first().map(|(_, path)| path.iter().map(|choice| choice.value).collect())
}

#[test]
fn every_number_of_nodes_comes_to_the_same() {
    let (mut lessons, mut messages, mut walked) = (0, 0, 0);
    for seed in 0..60 {
        let graph = Arc::new(Graph::random(seed, 300, seed % 3 != 0));
        let (knows, count, transitions, stuck) = graph.reach();
        for (processes, workers) in [(1, 1), (1, 3), (2, 1), (3, 2)] {
            let loads_all = seed % 2 == 0;
            let (ended, learnt) = search(&graph, processes, &plan(workers, true), loads_all);
            let what = format!("graph {seed}, {processes} processes, {workers} workers");
            assert!(ended.gaps.is_empty() && ended.cuts.is_empty(), "{what}: {:?}", ended.gaps);
            assert_eq!(ended.nodes.len(), processes * workers, "{what}");
            assert_eq!(states(&ended), count as u64, "{what}");
            assert_eq!(ended.nodes.iter().map(|node| node.transitions).sum::<u64>(), transitions, "{what}");
            let bits: u32 = learnt.iter().map(|bit| 1 << bit).sum();
            assert_eq!(bits, knows, "{what}");
            let found: Vec<(String, Vec<u32>)> = ended
                .found
                .iter()
                .map(|(finding, path)| (finding.message.clone(), path.iter().map(|c| c.value).collect()))
                .collect();
            let mut wanted: Vec<(String, Vec<u32>)> =
                stuck.iter().map(|(at, path)| (at.to_string(), path.clone())).collect();
            wanted.sort_by(|a, b| (a.1.len(), &a.1).cmp(&(b.1.len(), &b.1)));
            assert_eq!(found, wanted, "{what}");
            lessons += learnt.len();
            messages += ended.nodes.iter().map(|node| node.messages).sum::<u64>();
            walked += ended.nodes.iter().map(|node| node.walked).sum::<u64>();
        }
    }
    assert!(lessons > 0 && messages > 0 && walked > 0, "{lessons} {messages} {walked}");
}

#[test]
fn the_first_finding_is_the_same_for_all() {
    for seed in 0..40 {
        let graph = Arc::new(Graph::random(seed, 300, seed % 2 == 0));
        let (.., stuck) = graph.reach();
        let (alone, _) = search(&graph, 1, &plan(1, false), true);
        let path = first_path(&alone);
        if seed % 2 == 1 {
            let best = stuck.into_values().min_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            assert_eq!(path, best, "graph {seed}");
        }
        for (processes, workers) in [(1, 2), (2, 1), (3, 1)] {
            let (ended, _) = search(&graph, processes, &plan(workers, false), false);
            assert_eq!(first_path(&ended), path, "graph {seed}, {processes} processes, {workers} workers");
        }
    }
}

#[test]
fn however_states_travel_and_whatever_is_remembered() {
    let (mut kept_back, mut bytes) = (0, [0; 3]);
    for seed in 0..12 {
        let graph = Arc::new(Graph::random(seed, 300, true));
        let (_, count, transitions, _) = graph.reach();
        for (way, transfer) in [Transfer::Path, Transfer::State, Transfer::Components].into_iter().enumerate()
        {
            for siblings in [Siblings::None, Siblings::All, Siblings::Some(16)] {
                let plan = Scheme { transfer, siblings, ..plan(1, true) };
                let (ended, _) = search(&graph, 2, &plan, seed % 2 == 0);
                let what = format!("graph {seed}, {transfer:?}, {siblings:?}");
                assert!(ended.gaps.is_empty(), "{what}: {:?}", ended.gaps);
                assert_eq!(states(&ended), count as u64, "{what}");
                assert_eq!(
                    ended.nodes.iter().map(|node| node.transitions).sum::<u64>(),
                    transitions,
                    "{what}"
                );
                kept_back += ended.nodes.iter().map(|node| node.kept_back).sum::<u64>();
                bytes[way] += ended.nodes.iter().map(|node| node.sent_bytes).sum::<u64>();
            }
        }
    }
    assert!(kept_back > 0 && bytes[0] < bytes[1], "{kept_back} {bytes:?}");
}

#[test]
fn whoever_a_state_belongs_to() {
    let mut messages = Vec::new();
    for aspect in [Aspect::Global, Aspect::Local, Aspect::Pc, Aspect::Pcs] {
        for actor in [None, Some(0)] {
            let mut sent = 0;
            for seed in 0..8 {
                let graph = Arc::new(Graph::random(seed, 300, true));
                let (_, count, transitions, stuck) = graph.reach();
                let plan = Scheme { partition: Partition { aspect, actor }, ..plan(1, true) };
                let (ended, _) = search(&graph, 3, &plan, seed % 2 == 0);
                let what = format!("graph {seed}, {aspect:?}, {actor:?}");
                assert!(ended.gaps.is_empty(), "{what}: {:?}", ended.gaps);
                assert_eq!(states(&ended), count as u64, "{what}");
                let steps = ended.nodes.iter().map(|node| node.transitions).sum::<u64>();
                assert_eq!(steps, transitions, "{what}");
                let best = stuck.into_values().min_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
                assert_eq!(first_path(&ended), best, "{what}");
                sent += ended.nodes.iter().map(|node| node.messages).sum::<u64>();
            }
            messages.push(sent);
        }
    }
    assert!(messages.iter().all(|&sent| sent > 0) && messages[0] != messages[6], "{messages:?}");
    let graph = Arc::new(Graph::random(1, 300, false));
    let partition = Partition { aspect: Aspect::Pc, actor: Some(1) };
    let mut walker = Walker::new(&graph, true);
    let refused =
        explore(&mut walker, Cluster::alone(), &Scheme { partition, ..plan(1, true) }, &mut |_| true);
    assert!(refused.unwrap_err().contains("no thread 1"));
}

#[test]
fn names_that_mean_two_things_are_noticed() {
    let graph = Arc::new(Graph { clashes: true, ..Graph::random(2, 300, false) });
    let gaps = |processes| search(&graph, processes, &plan(1, true), true).0.gaps.len();
    assert_eq!((gaps(1), gaps(2)), (0, 1));
}

#[test]
fn limits_cut_and_say_so() {
    let graph = Arc::new(Graph::random(2, 3000, false));
    let cut = |limits: Confines| {
        let limits = Confines { all: true, ..limits };
        let (ended, _) = search(&graph, 2, &Scheme { limits, ..plan(1, true) }, true);
        ended.cuts.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(cut(Confines::default()), []);
    assert_eq!(cut(Confines { states: Some(10), ..Confines::default() }), [Halt::States]);
    assert_eq!(cut(Confines { depth: Some(2), ..Confines::default() }), [Halt::Depth]);
    assert_eq!(cut(Confines { bytes: Some(1), ..Confines::default() }), [Halt::Memory]);
    assert_eq!(cut(Confines { time: Some(Duration::ZERO), ..Confines::default() }), [Halt::Time]);
}

#[test]
fn who_does_not_fit_is_refused() {
    let meet = |rank: usize, addresses: &[String], door: Door, word: &str| {
        let terms: Accord = vec![("program".to_string(), word.to_string())];
        let own = terms.clone();
        let differences = move |theirs: &Accord| (*theirs != own).then(|| ": another program".to_string());
        let within = Duration::from_millis(600);
        let hopeless = &|| None;
        let meeting =
            Assembly { rank, addresses, terms: &terms, differences: &differences, within, hopeless };
        meeting.hold(door).map(|cluster| cluster.count())
    };
    let open = || Door::open("127.0.0.1:0").unwrap();
    // Another program.
    let (one, other) = (open(), open());
    let addresses = [one.address(), other.address()];
    std::thread::scope(|scope| {
        let first = scope.spawn(|| meet(0, &addresses, one, "a"));
        let second = meet(1, &addresses, other, "b").unwrap_err();
        assert!(second.contains("another program") || second.contains("given up"), "{second}");
        let first = first.join().unwrap().unwrap_err();
        assert!(first.contains("node 1 has another search: another program"), "{first}");
    });
    // Two with one rank, of three.
    let (one, two, three) = (open(), open(), open());
    let addresses = [one.address(), two.address(), three.address()];
    std::thread::scope(|scope| {
        let first = scope.spawn(|| meet(0, &addresses, one, "a"));
        let again = scope.spawn(|| meet(1, &addresses, two, "a"));
        assert!(meet(1, &addresses, three, "a").is_err());
        assert!(again.join().unwrap().is_err());
        let first = first.join().unwrap().unwrap_err();
        assert!(first.contains("two processes say that they are node 1"), "{first}");
    });
    // Nobody comes.
    let alone = open();
    let addresses = [alone.address(), "127.0.0.1:1".to_string()];
    let late = meet(0, &addresses, alone, "a").unwrap_err();
    assert!(late.contains("node 1 (127.0.0.1:1) cannot be reached"), "{late}");
    let taken = open();
    let error = Door::open(&taken.address()).err().unwrap();
    assert!(error.contains(&taken.address()), "{error}");
}
