//! CTL, CTL* and the mu-calculus: the whole graph first, then each property on it.

use crate::tell::tell;
use crate::{Checked, Ready, Task, renamed, violation};
use check::{Evidence, Explored, Graph, Sat, Stop, evidence, explore, mu, mu_evidence};
use logic::{Formula, Logic};
use lts::{Cause, Choice, Gap, Store, System};
use report::Figures;
use search::{Limits, Progress, Why};
use std::time::{Duration, Instant};
use store::Exact;

/// Who moves when an ended run repeats its last state; it is no choice of the system.
const STUTTER: u32 = wrap::STUTTER;

/// Explores everything and tells `each` what became of every property. It says whether to go on.
pub fn check(
    properties: &[&Ready],
    system: &mut dyn System,
    task: Task<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
    each: &mut dyn FnMut(&Ready, Checked) -> bool,
) {
    let limits = task.limits;
    let mut store = Exact::default();
    let started = Instant::now();
    let atoms = system.atoms().map_or(0, |atoms| atoms.count());
    if atoms > logic::MAX_ATOMS {
        let what = format!("{atoms} atoms in all properties together; {} at most", logic::MAX_ATOMS);
        each(properties[0], empty(vec![Gap { cause: Cause::Input, what, place: String::new() }]));
        return;
    }
    let (mut cut, mut looked) = (None, started);
    let explored = explore(system, &mut store, limits.depth, &mut |states, transitions, depth, bytes| {
        let now = Instant::now();
        let elapsed = now - started;
        cut = reached(limits, states, bytes, elapsed);
        let progress =
            Progress { states, transitions, depth, frontier: depth as u64, bytes, elapsed, share: None };
        if now - looked >= LOOK_EVERY {
            looked = now;
            if !watch(&progress) {
                cut = Some(Why::Interrupted);
            }
        }
        cut.is_none()
    });
    let figures = Figures {
        states: explored.graph.len() as u64,
        transitions: explored.transitions,
        instructions: system.instructions(),
        seconds: started.elapsed().as_secs_f64(),
        store_bytes: store.bytes(),
        store: report::StoreFigures { kind: "exact", ..Default::default() },
        max_depth: explored.max_depth as u64,
        restarts: explored.restarts,
        ..Figures::default()
    };
    drop(store);
    if let Some(checked) = incomplete(&explored, cut, system, task) {
        each(properties[0], Checked { figures, ..checked });
        return;
    }
    let mut figures = Some(figures);
    for property in properties {
        let checked = judge(property, &explored.graph, system, task);
        // The search is counted once.
        if !each(property, Checked { figures: figures.take().unwrap_or_default(), ..checked }) {
            return;
        }
    }
}

/// Between two looks at whether the search is still wanted.
const LOOK_EVERY: Duration = Duration::from_millis(20);

fn reached(limits: &Limits, states: u64, bytes: u64, elapsed: Duration) -> Option<Why> {
    if limits.states.is_some_and(|most| states >= most) {
        return Some(Why::States);
    }
    if limits.store_bytes.is_some_and(|most| bytes >= most) {
        return Some(Why::Memory);
    }
    limits.time.is_some_and(|time| elapsed >= time).then_some(Why::Time)
}

fn empty(gaps: Vec<Gap>) -> Checked {
    Checked { evidence: None, gaps, cuts: Vec::new(), figures: Figures::default() }
}

/// On a graph with parts missing nothing is said: what is missing might matter.
fn incomplete(
    explored: &Explored,
    cut: Option<Why>,
    system: &mut dyn System,
    task: Task<'_>,
) -> Option<Checked> {
    let mut found = empty(explored.gaps.clone());
    let why = match &explored.stop {
        Some(Stop::Found(finding, path)) => {
            found.evidence = Some(tell(system, task.profile, task.telling, finding.clone(), path, None));
            return Some(found);
        }
        Some(Stop::Watcher) => Some(cut.unwrap_or(Why::Interrupted)),
        Some(Stop::Finished) => Some(Why::Finished),
        Some(Stop::Depth) => Some(Why::Depth),
        None => None,
    };
    found.cuts.extend(why.map(|why| why.name().to_string()));
    (!found.cuts.is_empty() || !found.gaps.is_empty()).then_some(found)
}

fn judge(property: &Ready, graph: &Graph, system: &mut dyn System, task: Task<'_>) -> Checked {
    let formula = renamed(&property.parsed.formula, &property.atoms);
    let mut found = empty(Vec::new());
    let shown = match property.parsed.logic {
        Logic::Mu => Ok(mu_fails(graph, &formula)),
        _ => fails(&mut Sat::new(graph, property.fair), &formula),
    };
    match shown {
        Ok(None) => {}
        Ok(Some(shown)) => {
            let way = |steps: &[check::Step]| -> Vec<Choice> {
                steps.iter().map(|step| step.choice).filter(|choice| choice.actor != STUTTER).collect()
            };
            let why = match (shown.steps.is_empty() && shown.cycle.is_empty(), shown.cycle.is_empty()) {
                (true, _) => "fails in the initial state",
                (false, true) => "fails: this path leads to where it does",
                (false, false) => "fails on a run that goes on for ever",
            };
            let cycle = (!shown.cycle.is_empty()).then(|| way(&shown.cycle));
            let finding = violation(property, why);
            let stem = way(&shown.steps);
            found.evidence = Some(tell(system, task.profile, task.telling, finding, &stem, cycle.as_deref()));
        }
        Err(error) => {
            let what = format!("{}: {error}", property.describe());
            found.gaps.push(Gap { cause: Cause::Input, what, place: String::new() });
        }
    }
    found
}

/// The same for the mu-calculus. Where the game is too large for a path, there is none.
fn mu_fails(graph: &Graph, formula: &Formula) -> Option<Evidence> {
    let set = mu(graph, formula);
    let state = graph.initial.iter().copied().find(|&state| !set[state as usize])?;
    Some(mu_evidence(graph, &formula.clone().negate(), state).unwrap_or_default())
}

/// Why a formula fails in an initial state, as far as a path can show it; `None` if it holds in all of them.
fn fails(sat: &mut Sat<'_>, formula: &Formula) -> Result<Option<Evidence>, logic::buchi::TooLarge> {
    let set = sat.sat(formula)?;
    let state = sat.graph.initial.iter().copied().find(|&state| !set[state as usize]);
    match state {
        Some(state) => evidence(sat, &formula.clone().negate(), state).map(Some),
        None => Ok(None),
    }
}
