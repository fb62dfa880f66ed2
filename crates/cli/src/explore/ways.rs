//! The two ways to explore: one structure after the other by a breadth-first search, or by sets of them.

use super::{Explore, GoingBack};
use crate::progress::ProgressLine;
use lts::{Finding, Gap};
use objects::{Bounds, Cut, Objects, Sets, digest};
use search::{Limits, Order, Progress, Why, best_first};
use std::collections::BTreeMap;
use std::time::Duration;
use store::Single;

/// What came of it, whichever way was gone.
#[derive(Default)]
pub(super) struct Came {
    pub structures: u64,
    pub expanded: u64,
    pub executions: u64,
    pub by_length: Vec<u64>,
    pub instructions: u64,
    pub elapsed: Duration,
    pub found: Vec<(Finding, Vec<u32>)>,
    pub gaps: Vec<Gap>,
    /// Why not everything was seen, the bound on calls aside.
    pub cuts: Vec<String>,
    pub is_closed: bool,
    /// Executions over sets of structures.
    pub runs: Option<u64>,
    pub splits: u64,
    /// Executions that were done one by one where sets were asked for, and why.
    pub singly: u64,
    pub reasons: BTreeMap<String, u64>,
    pub digest: Option<u64>,
}

pub(super) fn limits(asked: &Explore) -> Limits {
    Limits {
        states: asked.max_states,
        depth: Some(asked.length as usize),
        time: asked.max_seconds.map(Duration::from_secs_f64),
        store_bytes: asked.memory.map(|mib| mib << 20),
        preemptions: None,
        all: asked.all,
    }
}

pub(super) fn one_by_one(asked: &Explore, mut objects: Objects, title: &str) -> (Objects, Came) {
    let limits = limits(asked);
    let mut line = ProgressLine::new(limits.clone()).titled(title);
    objects.keep_digest(asked.digest);
    let ended =
        best_first(&mut objects, &mut Single::default(), &Order::Breadth, &limits, &mut |p| line.show(p));
    line.clear();
    let (statistics, tally) = (&ended.statistics, objects.tally());
    // What goes wrong before the first call has no calls.
    let begins_badly = objects.begins_badly();
    let path = |path: &[lts::Choice]| match begins_badly {
        true => Vec::new(),
        false => path.iter().map(|choice| choice.value).collect(),
    };
    let came = Came {
        structures: statistics.states,
        expanded: tally.expanded,
        executions: tally.executions,
        by_length: statistics.by_depth.clone(),
        instructions: statistics.instructions,
        elapsed: statistics.elapsed,
        found: ended.found.iter().map(|found| (found.finding.clone(), path(&found.path))).collect(),
        // That sequences end at the bound is what was asked for.
        is_closed: !ended.cut.contains(&Why::Depth),
        cuts: ended.cut.iter().filter(|&&why| why != Why::Depth).map(|why| why.name().to_string()).collect(),
        gaps: ended.gaps,
        digest: objects.digest(),
        ..Came::default()
    };
    (objects, came)
}

pub(super) fn bounds(asked: &Explore, limits: &Limits) -> Bounds {
    Bounds {
        length: asked.length as usize,
        states: limits.states,
        time: limits.time,
        bytes: limits.store_bytes,
        all: limits.all,
    }
}

/// What cut an exploration by sets, in words.
pub(super) fn cut_name(cut: Cut) -> &'static str {
    let why = match cut {
        Cut::States => Why::States,
        Cut::Time => Why::Time,
        Cut::Memory => Why::Memory,
        Cut::Interrupted => Why::Interrupted,
    };
    why.name()
}

pub(super) fn by_sets(asked: &Explore, objects: Objects, title: &str) -> (Objects, Came) {
    let limits = limits(asked);
    let bounds = bounds(asked, &limits);
    let mut line = ProgressLine::new(limits).titled(title);
    let back = match asked.back {
        GoingBack::Undo => objects::Backtrack::Restore,
        GoingBack::Redo => objects::Backtrack::Reexecute,
    };
    let mut sets = Sets::new(objects, back);
    let swept = sets.sweep(&bounds, &mut |swept| {
        line.show(&Progress {
            states: swept.structures,
            transitions: swept.executions,
            depth: swept.by_length.len(),
            frontier: 0,
            bytes: swept.bytes,
            elapsed: swept.elapsed,
            share: None,
        })
    });
    line.clear();
    let digest = asked.digest.then(|| {
        let mut sum = 0u64;
        sets.each_form(|words| sum = sum.wrapping_add(digest(words)));
        sum
    });
    let came = Came {
        structures: swept.structures,
        expanded: swept.expanded,
        executions: swept.executions,
        by_length: swept.by_length,
        instructions: swept.instructions,
        elapsed: swept.elapsed,
        found: swept.found,
        gaps: swept.gaps,
        cuts: swept.cut.map(|cut| cut_name(cut).to_string()).into_iter().collect(),
        is_closed: swept.is_closed,
        runs: Some(swept.runs),
        splits: swept.splits,
        singly: swept.singly,
        reasons: swept.reasons,
        digest,
    };
    (sets.objects, came)
}
