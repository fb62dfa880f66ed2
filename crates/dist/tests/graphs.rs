//! Searches of random graphs by several nodes come to what a search by the book does.

mod common;

use common::{Graph, Walker};
use dist::{
    Accord, Aspect, Assembly, Balance, Cluster, Confines, Dealing, Door, Halt, KeepPart, KeptParts, PartName,
    Partition, Scheme, Scouting, SearchEnd, Siblings, Transfer, Upkeep, explore,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn plan(workers: usize, all: bool) -> Scheme {
    Scheme {
        workers,
        partition: Partition::default(),
        balance: None,
        transfer: Transfer::Components,
        siblings: Siblings::None,
        lookahead: 0,
        scouting: Scouting::USUAL,
        limits: Confines { all, ..Confines::default() },
        patience: Duration::from_secs(30),
        cpu_seconds: || 0.0,
    }
}

/// One search by so many processes, here threads with connections between them. What the first of them says.
fn search(graph: &Arc<Graph>, processes: usize, plan: &Scheme, loads_all: bool) -> (SearchEnd, Vec<u32>) {
    search_with(graph, processes, plan, loads_all, &Upkeep::default())
}

fn search_with(
    graph: &Arc<Graph>,
    processes: usize,
    plan: &Scheme,
    loads_all: bool,
    upkeep: &Upkeep,
) -> (SearchEnd, Vec<u32>) {
    let doors: Vec<Door> = (0..processes).map(|_| Door::open("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = doors.iter().map(Door::address).collect();
    let body = |rank: usize, door: Door| {
        let mut walker = Walker::new(graph, loads_all);
        let terms = Accord::new();
        let within = Duration::from_secs(10);
        let (differences, hopeless) = (&|_: &Accord| None, &|| None);
        let meeting = Assembly { rank, addresses: &addresses, terms: &terms, differences, within, hopeless };
        let cluster = if processes == 1 { Cluster::alone() } else { meeting.hold(door).unwrap() };
        let ended = explore(&mut walker, cluster, plan, upkeep, &mut |_| true).unwrap();
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

fn states(ended: &SearchEnd) -> u64 {
    ended.nodes.iter().map(|node| node.states).sum()
}

fn first_path(ended: &SearchEnd) -> Option<Vec<u32>> {
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
            let deepest = ended.nodes.iter().map(|node| node.deepest).max();
            assert_eq!(deepest, Some(graph.deepest(knows)), "{what}");
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

/// A thread that circles unseen takes millions of operations a step, and a walk takes hundreds of steps.
#[test]
fn walks_before_the_search_end_where_steps_are_dear() {
    let next = vec![vec![1], vec![2, 0], vec![0]];
    let graph = Arc::new(Graph { next, operations: 20_000_000, ..Graph::random(0, 2, false) });
    for processes in [1, 3] {
        let (ended, _) = search(&graph, processes, &plan(1, true), true);
        assert_eq!(states(&ended), 3);
        let steps: u64 = ended.nodes.iter().map(|node| node.instructions / graph.operations).sum();
        let (walks, own) = (2 * processes as u64, 4);
        assert!((own + 1..=own + walks).contains(&steps), "{processes} processes: {steps} steps");
    }
}

/// Somebody hangs in a step, and his machine still answers: nobody waits for him once the search is to end.
#[test]
fn whoever_hangs_is_not_waited_for() {
    let step = Duration::from_secs(600);
    let graph = Arc::new(Graph { step, ..Graph::random(3, 300, false) });
    let scouting = Scouting { walks: 0, ..Scouting::USUAL };
    let plan = Scheme { patience: Duration::from_millis(300), scouting, ..plan(1, true) };
    let stopped = {
        let mut walker = Walker::new(&graph, true);
        explore(&mut walker, Cluster::alone(), &plan, &Upkeep::default(), &mut |_| false).unwrap()
    };
    assert_eq!(stopped.cuts.into_iter().collect::<Vec<_>>(), [Halt::Lost]);
    let limits = Confines { time: Some(Duration::from_millis(10)), ..plan.limits.clone() };
    let (late, _) = search(&graph, 2, &Scheme { limits, ..plan }, true);
    assert!(late.cuts.contains(&Halt::Lost), "{:?}", late.cuts);
}

/// Who looks at a search sees what is still to be done, of all nodes.
#[test]
fn states_that_wait_are_told() {
    let step = Duration::from_millis(1);
    let graph = Arc::new(Graph { step, ..Graph::random(5, 600, false) });
    let scouting = Scouting { walks: 0, ..Scouting::USUAL };
    let (mut most, mut deepest) = (0, 0);
    let watch = &mut |progress: &dist::Progress| {
        (most, deepest) = (most.max(progress.frontier), deepest.max(progress.depth));
        true
    };
    let mut walker = Walker::new(&graph, true);
    let plan = Scheme { scouting, ..plan(2, true) };
    let ended = explore(&mut walker, Cluster::alone(), &plan, &Upkeep::default(), watch).unwrap();
    assert!((1..=states(&ended)).contains(&most), "{most} of {} wait", states(&ended));
    assert!(deepest > 0);
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

/// A machine tells once what is wrong with states that others go on from, and it may see them ahead, or on the way to
/// others, before their level comes.
#[test]
fn the_nearest_flaw_is_told_whoever_has_seen_it_before() {
    let mut nearer = 0;
    for seed in 0..24 {
        let graph = Arc::new(Graph { flaws: true, ..Graph::random(seed, 300, false) });
        let (.., wrong) = graph.reach();
        let best = wrong.into_values().min_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        nearer += usize::from(best.as_ref().is_some_and(|path| path.len() > 2));
        for lookahead in [0, 1, 3] {
            for transfer in [Transfer::Path, Transfer::Components] {
                let plan = Scheme { lookahead, transfer, ..plan(1, false) };
                let (ended, _) = search(&graph, 2, &plan, seed % 2 == 0);
                let what = format!("graph {seed}, lookahead {lookahead}, {transfer:?}");
                assert_eq!(first_path(&ended), best, "{what}");
            }
        }
    }
    assert!(nearer > 4, "{nearer} flaws lie behind some steps");
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
    // No state has a second actor: all have the same number, and it is said that none has.
    let graph = Arc::new(Graph::random(2, 3000, false));
    for (actor, has_met) in [(0, true), (1, false)] {
        let partition = Partition { aspect: Aspect::Pc, actor: Some(actor) };
        let (ended, _) = search(&graph, 2, &Scheme { partition, ..plan(1, true) }, true);
        assert_eq!(states(&ended), graph.reach().1 as u64);
        assert_eq!(ended.nodes.iter().any(|node| node.has_met), has_met);
        assert_eq!(ended.nodes.iter().all(|node| node.states > 0), has_met);
    }
}

#[test]
fn whatever_is_seen_ahead() {
    let (mut left_out, mut messages) = ([0; 4], [0; 4]);
    for seed in 0..16 {
        let graph = Arc::new(Graph::random(seed, 300, seed % 3 != 0));
        let (_, count, transitions, stuck) = graph.reach();
        for lookahead in 0..4 {
            let siblings = [Siblings::None, Siblings::Some(16), Siblings::All][seed as usize % 3];
            let plan = Scheme { lookahead, siblings, ..plan(1, true) };
            let (ended, _) = search(&graph, 2 + seed as usize % 2, &plan, seed % 2 == 0);
            let what = format!("graph {seed}, {lookahead} generations, {siblings:?}");
            assert!(ended.gaps.is_empty(), "{what}: {:?}", ended.gaps);
            assert_eq!(states(&ended), count as u64, "{what}");
            assert_eq!(ended.nodes.iter().map(|node| node.transitions).sum::<u64>(), transitions, "{what}");
            let paths: Vec<Vec<u32>> = ended
                .found
                .iter()
                .map(|(_, path)| path.iter().map(|choice| choice.value).collect())
                .collect();
            let mut wanted: Vec<Vec<u32>> = stuck.values().cloned().collect();
            wanted.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            assert_eq!(paths, wanted, "{what}");
            let at = usize::from(lookahead);
            left_out[at] += ended.nodes.iter().map(|node| node.left_out).sum::<u64>();
            messages[at] += ended.nodes.iter().map(|node| node.messages).sum::<u64>();
        }
    }
    assert!(left_out[0] == 0 && left_out[1] > 0 && left_out[2] > left_out[1], "{left_out:?}");
    assert!(messages[1] < messages[0] && messages[2] < messages[1], "{messages:?}");
}

#[test]
fn whoever_classes_are_given_to() {
    for how in [Dealing::Equal, Dealing::One, Dealing::All] {
        let (mut moved, mut discarded) = (0, 0);
        for seed in 0..14 {
            let graph = Arc::new(Graph::random(seed, 400, seed % 3 != 0));
            let (_, count, transitions, stuck) = graph.reach();
            for (processes, many) in [(2, 30), (3, 1)] {
                // Equal shares would never have to be mended if states were dealt out evenly.
                let aspect = if how == Dealing::Equal { Aspect::Pc } else { Aspect::Global };
                let partition = Partition { aspect, actor: None };
                let siblings = if seed % 2 == 0 { Siblings::None } else { Siblings::Some(16) };
                let shelf = Arc::new(Shelf::default());
                let upkeep = Upkeep { keeper: Some(shelf.clone()), ..Upkeep::default() };
                let balance = Some(Balance { how, many });
                let plan = Scheme { balance, partition, siblings, ..plan(1, true) };
                let what = format!("graph {seed}, {how:?}, {processes} processes");
                let check = |ended: &SearchEnd, what: &str| {
                    assert!(ended.gaps.is_empty(), "{what}: {:?}", ended.gaps);
                    assert_eq!(states(ended), count as u64, "{what}");
                    let steps = ended.nodes.iter().map(|node| node.transitions).sum::<u64>();
                    assert_eq!(steps, transitions, "{what}");
                    let paths: Vec<Vec<u32>> = ended.found.iter().map(|(_, path)| values(path)).collect();
                    let mut wanted: Vec<Vec<u32>> = stuck.values().cloned().collect();
                    wanted.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
                    assert_eq!(paths, wanted, "{what}");
                };
                let (ended, _) = search_with(&graph, processes, &plan, seed % 2 == 0, &upkeep);
                check(&ended, &what);
                moved += ended.nodes.iter().map(|node| node.moved).sum::<u64>();
                discarded += ended.nodes.iter().map(|node| node.discarded).sum::<u64>();
                // From the middle on.
                let mut all = std::mem::take(&mut *shelf.0.lock().unwrap());
                let middle = all.keys().nth(all.len() / 2).copied();
                all.retain(|name, _| middle.is_some_and(|middle| name.level <= middle.level));
                if !all.is_empty() {
                    let upkeep = Upkeep { kept: Some(Arc::new(Shelf(Mutex::new(all)))), ..Upkeep::default() };
                    let (ended, _) = search_with(&graph, 2, &plan, true, &upkeep);
                    check(&ended, &format!("{what}, taken up from {middle:?}"));
                }
            }
        }
        match how {
            Dealing::All => assert!(discarded > 0 && moved == 0, "{discarded} {moved}"),
            Dealing::Equal | Dealing::One => {
                assert!(moved > 0 && discarded == 0, "{how:?} {moved} {discarded}")
            }
        }
    }
}

/// All settings with all others: whose states are, how that changes, what is remembered, seen ahead, and travels.
fn every_setting() -> Vec<Scheme> {
    let aspects = [Aspect::Global, Aspect::Local, Aspect::Pc, Aspect::Pcs];
    let whole = aspects.map(|aspect| Partition { aspect, actor: None });
    let of_one = aspects[1..].iter().map(|&aspect| Partition { aspect, actor: Some(0) });
    let balances = [Dealing::Equal, Dealing::One, Dealing::All].map(|how| Some(Balance { how, many: 8 }));
    let mut all = Vec::new();
    for partition in whole.into_iter().chain(of_one) {
        for balance in [None].into_iter().chain(balances) {
            for siblings in [Siblings::None, Siblings::Some(16), Siblings::All] {
                for lookahead in 0..3 {
                    for transfer in [Transfer::Path, Transfer::State, Transfer::Components] {
                        let usual = plan(1, true);
                        all.push(Scheme { partition, balance, transfer, siblings, lookahead, ..usual });
                    }
                }
            }
        }
    }
    all
}

/// A part of the settings, another one for each graph. `JAYWALK_CASES=all` has all of them on every graph.
#[test]
fn every_setting_with_every_other() {
    let (mut moved, mut discarded, mut relayed, mut left_out) = (0, 0, 0, 0);
    let is_whole = std::env::var("JAYWALK_CASES").is_ok_and(|cases| cases == "all");
    let (graphs, stride) = if is_whole { (24, 1) } else { (6, 12) };
    for seed in 0..graphs {
        // Numbers of steps that are few for all the states, and many.
        let graph = Arc::new(Graph::random(seed + 500, if seed % 2 == 0 { 120 } else { 400 }, seed % 3 == 0));
        let (knows, count, transitions, stuck) = graph.reach();
        let mut wanted: Vec<Vec<u32>> = stuck.values().cloned().collect();
        wanted.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        for plan in every_setting().iter().skip(seed as usize % stride).step_by(stride) {
            let processes = 2 + seed as usize % 2;
            let (ended, learnt) = search(&graph, processes, plan, seed % 2 == 0);
            let what = format!("graph {seed} by {processes}: {plan:?}");
            assert!(ended.gaps.is_empty() && ended.cuts.is_empty(), "{what}: {:?}", ended.gaps);
            let sum = |of: fn(&dist::NodeCounts) -> u64| ended.nodes.iter().map(of).sum::<u64>();
            assert_eq!((states(&ended), sum(|node| node.transitions)), (count as u64, transitions), "{what}");
            assert_eq!(learnt.iter().map(|bit| 1 << bit).sum::<u32>(), knows, "{what}");
            let paths: Vec<Vec<u32>> = ended.found.iter().map(|(_, path)| values(path)).collect();
            assert_eq!(paths, wanted, "{what}");
            let by_level: u64 = ended.nodes.iter().flat_map(|node| &node.by_level).sum();
            assert_eq!(by_level, count as u64, "{what}");
            moved += sum(|node| node.moved);
            discarded += sum(|node| node.discarded);
            relayed += sum(|node| node.relayed);
            left_out += sum(|node| node.left_out);
        }
    }
    assert!(
        moved > 0 && discarded > 0 && relayed > 0 && left_out > 0,
        "{moved} {discarded} {relayed} {left_out}"
    );
}

fn values(path: &[lts::Choice]) -> Vec<u32> {
    path.iter().map(|choice| choice.value).collect()
}

/// Parts of searches in memory. Everything is kept, before every level.
#[derive(Default)]
struct Shelf(Mutex<BTreeMap<PartName, Vec<u8>>>);

impl KeepPart for Shelf {
    fn is_due(&self) -> bool {
        true
    }
    fn keep(&self, name: PartName, bytes: &[u8], _: Option<PartName>) -> bool {
        assert!(self.0.lock().unwrap().insert(name, bytes.to_vec()).is_none(), "{name:?} is kept twice");
        true
    }
}

impl KeptParts for Shelf {
    fn parts(&self) -> Vec<PartName> {
        self.0.lock().unwrap().keys().copied().collect()
    }
    fn read(&self, name: PartName) -> Result<Vec<u8>, String> {
        self.0.lock().unwrap().get(&name).cloned().ok_or_else(|| "it is gone".to_string())
    }
}

/// The same, but what may be forgotten is, and from a level on the second node can write nothing any more.
struct Full {
    shelf: Shelf,
    from: u32,
}

impl KeepPart for Full {
    fn is_due(&self) -> bool {
        true
    }
    fn keep(&self, name: PartName, bytes: &[u8], whole: Option<PartName>) -> bool {
        if name.node == 1 && name.level >= self.from {
            return false;
        }
        self.shelf.0.lock().unwrap().retain(|other, _| other.node != name.node || Some(*other) == whole);
        self.shelf.keep(name, bytes, whole)
    }
}

#[test]
fn a_full_disk_leaves_the_last_checkpoint_that_was_whole() {
    let mut resumed = 0;
    for seed in 0..12 {
        let graph = Arc::new(Graph::random(seed, 300, true));
        let full = Arc::new(Full { shelf: Shelf::default(), from: 3 });
        let keeper = Upkeep { keeper: Some(full.clone()), ..Upkeep::default() };
        let (whole, _) = search_with(&graph, 2, &plan(1, true), true, &keeper);
        let parts = std::mem::take(&mut *full.shelf.0.lock().unwrap());
        // Some graphs come to their end before the disk is full, or soon after.
        if parts.keys().map(|name| name.level).max().is_none_or(|latest| latest < 6) {
            continue;
        }
        assert!(parts.len() <= 4, "graph {seed}: {:?}", parts.keys());
        let kept = Arc::new(Shelf(Mutex::new(parts)));
        let upkeep = Upkeep { kept: Some(kept), ..Upkeep::default() };
        let (ended, _) = search_with(&graph, 2, &plan(1, true), true, &upkeep);
        assert!(ended.gaps.is_empty() && ended.cuts.is_empty(), "graph {seed}: {:?}", ended.gaps);
        assert_eq!(states(&ended), states(&whole), "graph {seed}");
        resumed += 1;
    }
    assert!(resumed > 3, "{resumed} searches went on");
}

#[test]
fn a_search_goes_on_from_any_level_and_by_other_nodes() {
    let mut resumed = 0;
    for seed in 0..10 {
        let graph = Arc::new(Graph::random(seed, 300, seed % 3 != 0));
        let (knows, count, transitions, stuck) = graph.reach();
        let shelf = Arc::new(Shelf::default());
        let keeper = Upkeep { keeper: Some(shelf.clone()), ..Upkeep::default() };
        let lookahead = (seed % 2) as u8;
        let first = Scheme { lookahead, siblings: Siblings::Some(16), ..plan(1, true) };
        let (whole, _) = search_with(&graph, 2, &first, seed % 2 == 0, &keeper);
        assert_eq!(states(&whole), count as u64, "graph {seed}");
        let all = std::mem::take(&mut *shelf.0.lock().unwrap());
        let moment = |name: &PartName| (name.beginning, name.level);
        let mut moments: Vec<(u32, u32)> = all.keys().map(moment).collect();
        moments.dedup();
        for (processes, workers, nth) in [(2, 1, 1), (1, 1, 3), (3, 1, 4), (1, 2, 6)] {
            let Some(&level) = moments.get(nth) else { continue };
            let kept: BTreeMap<PartName, Vec<u8>> =
                all.iter().filter(|(name, _)| moment(name) <= level).map(|(n, b)| (*n, b.clone())).collect();
            let kept = Arc::new(Shelf(Mutex::new(kept)));
            let upkeep = Upkeep { kept: Some(kept), ..Upkeep::default() };
            let plan = plan(workers, true);
            let (ended, learnt) = search_with(&graph, processes, &plan, seed % 2 == 1, &upkeep);
            let what = format!("graph {seed} from level {level:?} by {processes} of {workers}");
            assert!(ended.gaps.is_empty() && ended.cuts.is_empty(), "{what}: {:?}", ended.gaps);
            assert_eq!(states(&ended), count as u64, "{what}");
            assert_eq!(ended.nodes.iter().map(|node| node.transitions).sum::<u64>(), transitions, "{what}");
            assert_eq!(learnt.iter().map(|bit| 1 << bit).sum::<u32>(), knows, "{what}");
            assert_eq!(ended.found.len(), stuck.len(), "{what}");
            let best = stuck.values().min_by(|a, b| (a.len(), a).cmp(&(b.len(), b))).cloned();
            assert_eq!(first_path(&ended), best, "{what}");
            resumed += 1;
        }
    }
    assert!(resumed > 20, "{resumed}");
    // A part is missing, or none is there.
    let graph = Arc::new(Graph::random(1, 300, false));
    let (shelf, mut walker) = (Arc::new(Shelf::default()), Walker::new(&graph, true));
    let upkeep = Upkeep { kept: Some(shelf.clone()), ..Upkeep::default() };
    for _ in 0..2 {
        let refused = explore(&mut walker, Cluster::alone(), &plan(1, true), &upkeep, &mut |_| true);
        assert!(refused.unwrap_err().contains("all parts are whole"));
        // The second time one part of two is there.
        shelf
            .0
            .lock()
            .unwrap()
            .insert(PartName { beginning: 0, level: 3, run: 1, nodes: 2, node: 1 }, vec![]);
    }
    shelf.keep(PartName { beginning: 0, level: 3, run: 1, nodes: 2, node: 0 }, b"damaged", None);
    let refused = explore(&mut walker, Cluster::alone(), &plan(1, true), &upkeep, &mut |_| true);
    assert!(refused.unwrap_err().contains("damaged"));
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

/// In the middle of a level, too: one process sees what others have, and when it is told to stop, all do.
#[test]
fn all_hear_of_each_other_at_once() {
    const WIDE: usize = 3_000;
    let next = (0..=WIDE).map(|at| if at == 0 { (1..=WIDE).collect() } else { vec![0, 0] }).collect();
    let step = Duration::from_micros(500);
    let graph = Arc::new(Graph { next, step, ..Graph::random(1, 10, false) });
    let doors: Vec<Door> = (0..2).map(|_| Door::open("127.0.0.1:0").unwrap()).collect();
    let addresses: Vec<String> = doors.iter().map(Door::address).collect();
    let addresses = &addresses;
    let body = |rank: usize, door: Door| {
        let (differences, hopeless) = (&|_: &Accord| None, &|| None);
        let (terms, within) = (Accord::new(), Duration::from_secs(10));
        let meeting = Assembly { rank, addresses, terms: &terms, differences, within, hopeless };
        let (cluster, mut seen) = (meeting.hold(door).unwrap(), 0);
        let scouting = Scouting { times: 0, ..Scouting::USUAL };
        let scheme = Scheme { scouting, ..plan(1, true) };
        let mut walker = Walker::new(&graph, true);
        let watch = &mut |progress: &dist::Progress| {
            seen = seen.max(progress.states);
            // All states of a wide level are known long before all are gone on from.
            rank != 0 || seen < WIDE as u64
        };
        let ended = explore(&mut walker, cluster, &scheme, &Upkeep::default(), watch).unwrap();
        (ended, seen)
    };
    let ends: Vec<(SearchEnd, u64)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            doors.into_iter().enumerate().map(|(rank, door)| scope.spawn(move || body(rank, door))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let (ended, seen) = &ends[0];
    assert!(ended.nodes[0].states < *seen, "{:?}", ended.nodes);
    assert!(ends.iter().all(|(ended, _)| ended.cuts.contains(&Halt::Interrupted)), "{:?}", ended.cuts);
    let steps = ended.nodes.iter().map(|node| node.transitions).sum::<u64>();
    assert!(steps < 2 * WIDE as u64, "{steps}: they went on to the end of the level");
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
