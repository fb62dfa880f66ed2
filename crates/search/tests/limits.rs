//! Limits hold within a second, however long a step takes, in every search.

// Each test uses a part of it.
#[allow(dead_code)]
mod common;

use common::{CommonStore, Graph, NO_LIMITS, PlainStore, Walker};
use lts::{Atoms, Choice, Outcome, System, Wrapper};
use search::{
    Checkpoints, Limits, Order, Sampling, Strategy, Why, best_first, component_search, depth_first, minimize,
    nested_depth_first, parallel, sample,
};
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(60);
const LIMIT: Duration = Duration::from_millis(200);
/// When it must be over: a second after the limit.
const LATEST: Duration = Duration::from_millis(1200);

/// A system whose steps take long.
struct Slow(Walker);

impl Wrapper for Slow {
    fn inner(&self) -> &dyn System {
        &self.0
    }
    fn inner_mut(&mut self) -> &mut dyn System {
        &mut self.0
    }
    fn step(&mut self, choice: Choice) -> Outcome {
        std::thread::sleep(STEP);
        System::step(&mut self.0, choice)
    }
    fn sibling(&self) -> Option<Box<dyn System>> {
        Some(Box::new(Slow(Walker { marks: vec![], ..self.0.clone() })))
    }
    fn atoms(&mut self) -> Option<&mut dyn Atoms> {
        Some(self)
    }
}

impl Atoms for Slow {
    fn count(&self) -> u32 {
        1
    }
    fn holds(&mut self, _: u32) -> bool {
        self.0.at % 50 == 49
    }
}

/// A long line with a loop at its end, where a second search is made.
fn system() -> Slow {
    let next = (0..2000).map(|i| if i == 1999 { vec![1000] } else { vec![i + 1] }).collect();
    Slow(Walker { grows: false, ..Walker::new(&Graph { next }, None) })
}

fn in_time(what: &str, search: impl FnOnce(&Limits) -> Vec<Why>) {
    let started = Instant::now();
    let cut = search(&Limits { time: Some(LIMIT), ..NO_LIMITS });
    assert!(cut.contains(&Why::Time), "{what}: {cut:?}");
    assert!(started.elapsed() < LATEST, "{what} took {:?}", started.elapsed());
}

#[test]
fn time_is_a_limit_for_every_search() {
    let watch = &mut |_: &search::Progress| true;
    in_time("depth first", |limits| {
        depth_first(&mut system(), &mut PlainStore::default(), limits, watch).cut
    });
    in_time("breadth first", |limits| {
        best_first(&mut system(), &mut PlainStore::default(), &Order::Breadth, limits, watch).cut
    });
    in_time("random walks", |limits| {
        sample(&mut system(), &Sampling::of(Strategy::Random, 1000, 1), limits, watch).cut
    });
    in_time("nested depth first", |limits| {
        let kept = Checkpoints::default();
        let ended = nested_depth_first(&mut system(), &mut PlainStore::default(), limits, kept, watch);
        ended.expect("no checkpoint").cut
    });
    for fair in [false, true] {
        in_time("components", |limits| {
            let kept = Checkpoints::default();
            let ended =
                component_search(&mut system(), &mut PlainStore::default(), limits, fair, kept, watch);
            ended.expect("no checkpoint").cut
        });
    }
    in_time("workers", |limits| {
        let mut one: Box<dyn System> = Box::new(system());
        parallel(&mut one, &mut CommonStore::default(), 2, limits, watch).cut
    });
}

#[test]
fn interrupts_are_obeyed_as_soon() {
    let started = Instant::now();
    let watch = &mut |progress: &search::Progress| progress.elapsed < LIMIT;
    let ended = depth_first(&mut system(), &mut PlainStore::default(), &NO_LIMITS, watch);
    assert_eq!(ended.cut, [Why::Interrupted]);
    assert!(started.elapsed() < LATEST);
}

#[test]
fn a_shorter_path_is_looked_for_no_longer_than_allowed() {
    let finding =
        lts::Finding { property: lts::Property::DEADLOCK, message: "x".to_string(), details: vec![] };
    let known = search::Found { finding, path: vec![] };
    let started = Instant::now();
    let limits = Limits { time: Some(Duration::from_secs(10)), ..NO_LIMITS }.within(LIMIT);
    minimize(&mut system(), &mut PlainStore::default(), known, &limits, &mut |_| true);
    assert!(started.elapsed() < LATEST);
    let over = limits.after(Duration::from_secs(1));
    assert_eq!(over.time, Some(Duration::ZERO));
}
