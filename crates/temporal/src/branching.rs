//! CTL, CTL* and the mu-calculus: the whole graph first, then each property on it.

use crate::keeping::{Beginning, misfitting};
use crate::team::{self, TeamAnswer};
use crate::tell::tell;
use crate::{Checked, Ready, Task, renamed, violation};
use check::{Effort, Evidence, Graph, Sat, evidence, explore, mu, mu_evidence, within};
use logic::{Formula, Logic};
use lts::{Cause, Choice, Gap, Store, System};
use report::Figures;
use search::{Progress, SearchResult};
use std::time::Instant;

/// Who moves when an ended run repeats its last state; it is no choice of the system.
const STUTTER: u32 = wrap::STUTTER;

/// Explores everything and tells `each` what became of every property. It says whether to go on.
pub fn check(
    properties: &[&Ready],
    system: &mut dyn System,
    task: Task<'_>,
    beginning: Beginning<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
    each: &mut dyn FnMut(&Ready, Checked) -> bool,
) {
    let started = Instant::now();
    let atoms = system.atoms().map_or(0, |atoms| atoms.count());
    if atoms > logic::MAX_ATOMS {
        let what = format!("{atoms} atoms in all properties together; {} at most", logic::MAX_ATOMS);
        each(properties[0], empty(vec![Gap { cause: Cause::Input, what, place: String::new() }]));
        return;
    }
    let siblings = if task.workers > 1 { system.sibling() } else { None };
    let mut is_known_broken = siblings.is_some();
    if let Some(sibling) = siblings
        && let TeamAnswer::All(checked) = team::branching(properties, sibling, task, watch)
    {
        say_all(properties, *checked, each);
        return;
    }
    let Beginning { kept, mut store } = beginning;
    let limits = task.limits.after(started.elapsed());
    let Some((graph, ended)) = explore(system, &mut store, &limits, kept, watch) else {
        each(properties[0], misfitting());
        return;
    };
    let statistics = &ended.statistics;
    let figures = Figures {
        states: statistics.states,
        transitions: statistics.repeated + statistics.transitions,
        instructions: system.instructions(),
        seconds: started.elapsed().as_secs_f64(),
        store_bytes: store.bytes(),
        store: report::StoreFigures { kind: "exact", ..Default::default() },
        max_depth: statistics.max_depth as u64,
        restarts: statistics.restarts,
        repeated: statistics.repeated,
        beliefs: statistics.beliefs,
        ..Figures::default()
    };
    drop(store);
    if let Some(checked) = incomplete(&ended, system, task) {
        each(properties[0], Checked { figures, ..checked });
        return;
    }
    let mut figures = Some(figures);
    for (at, property) in properties.iter().enumerate() {
        let mut checked = judge(property, &graph, system, &ended, started, task, watch);
        is_known_broken &= checked.evidence.is_none() && checked.gaps.is_empty();
        if is_known_broken && at + 1 == properties.len() {
            checked.gaps.push(team::fault(property));
        }
        // The search is counted once.
        if !each(property, Checked { figures: figures.take().unwrap_or_default(), ..checked }) {
            return;
        }
    }
}

/// What workers say of all properties at once: they hold, or nothing is known of any. The search is counted
/// once.
fn say_all(properties: &[&Ready], checked: Checked, each: &mut dyn FnMut(&Ready, Checked) -> bool) {
    let holds = checked.gaps.is_empty() && checked.cuts.is_empty();
    let mut rest = properties.iter();
    let goes_on = rest.next().is_some_and(|property| each(property, checked));
    if holds && goes_on {
        rest.all(|property| each(property, empty(Vec::new())));
    }
}

pub(crate) fn empty(gaps: Vec<Gap>) -> Checked {
    Checked { evidence: None, gaps, cuts: Vec::new(), figures: Figures::default() }
}

/// On a graph with parts missing nothing is said: what is missing might matter.
fn incomplete(ended: &SearchResult, system: &mut dyn System, task: Task<'_>) -> Option<Checked> {
    let mut found = empty(ended.gaps.clone());
    if let Some(violation) = ended.found.first() {
        let (finding, path) = (violation.finding.clone(), &violation.path);
        found.evidence = Some(tell(system, task.profile, task.telling, finding, path, None));
        return Some(found);
    }
    incomplete_without_finding(ended)
}

/// The same where nothing was found.
pub(crate) fn incomplete_without_finding(ended: &SearchResult) -> Option<Checked> {
    let cuts = ended.cut.iter().map(|why| why.name().to_string()).collect();
    (!ended.is_complete()).then_some(Checked { cuts, ..empty(ended.gaps.clone()) })
}

/// The property fails on the graph, or cannot be evaluated on it.
pub(crate) fn is_broken(property: &Ready, graph: &Graph, effort: &Effort<'_>) -> bool {
    let formula = renamed(&property.parsed.formula, &property.atoms);
    match property.parsed.logic {
        Logic::Mu => mu_fails(graph, &formula, effort).is_some(),
        _ => !matches!(fails(&mut Sat::new(graph, property.fair, effort), &formula), Ok(None)),
    }
}

fn judge(
    property: &Ready,
    graph: &Graph,
    system: &mut dyn System,
    ended: &SearchResult,
    started: Instant,
    task: Task<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Checked {
    let formula = renamed(&property.parsed.formula, &property.atoms);
    let mut found = empty(Vec::new());
    let shown = within(graph, ended, task.limits, started, watch, |effort| match property.parsed.logic {
        Logic::Mu => Ok(mu_fails(graph, &formula, effort)),
        _ => fails(&mut Sat::new(graph, property.fair, effort), &formula),
    });
    let shown = match shown {
        Ok(shown) => shown,
        Err(why) => return Checked { cuts: vec![why.name().to_string()], ..found },
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
fn mu_fails(graph: &Graph, formula: &Formula, effort: &Effort<'_>) -> Option<Evidence> {
    let set = mu(graph, formula, effort);
    let state = graph.initial.iter().copied().find(|&state| !set[state as usize])?;
    Some(mu_evidence(graph, &formula.clone().negate(), state, effort).unwrap_or_default())
}

/// Why a formula fails in an initial state, as far as a path can show it; `None` if it holds in all of them.
fn fails(sat: &mut Sat<'_>, formula: &Formula) -> Result<Option<Evidence>, logic::buchi::TooLarge> {
    let set = sat.sat(formula)?;
    if sat.is_over() {
        return Ok(None);
    }
    let state = sat.graph.initial.iter().copied().find(|&state| !set[state as usize]);
    match state {
        Some(state) => evidence(sat, &formula.clone().negate(), state).map(Some),
        None => Ok(None),
    }
}
