//! LTL: the product with the automaton of what must not happen, searched for runs that it accepts.

use crate::keeping::{Beginning, misfit};
use crate::team::{self, TeamAnswer};
use crate::tell::tell;
use crate::{Checked, Ready, Task, violation};
use logic::buchi::{Automaton, translate};
use logic::lasso::{self, holds};
use lts::{Cause, Choice, Choices, CompId, Finding, Gap, MaybeOwned, Property, Store, System};
use report::Figures;
use search::{
    Checkpoints, Cycles, Lasso, Limits, Order, Progress, best_first, component_search, minimize,
    nested_depth_first,
};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Exact;
use wrap::{Product, Seek};

/// How often a run is looked for again to be told better, and how long a search may have taken for that.
const SEARCHES: u32 = 3;
const QUICK: Duration = Duration::from_secs(3);
/// How long a shorter way to a finding is looked for.
const SHORTEN: Duration = Duration::from_secs(10);

pub fn check(
    property: &Ready,
    system: &mut dyn System,
    task: Task<'_>,
    beginning: Beginning<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Checked {
    let opposite = || translate(&property.parsed.formula.clone().negate());
    let automaton = match property.never.clone().map_or_else(opposite, Ok) {
        Ok(automaton) => automaton,
        Err(error) => return unknown(Cause::Input, format!("{}: {error}", property.describe())),
    };
    let (automaton, atoms): (_, Arc<[u32]>) = (Arc::new(automaton), property.atoms.as_slice().into());
    let finding = violation(property, "fails, whatever follows");
    let opposite = Opposite { automaton, atoms, finding };
    let siblings = if task.workers > 1 { system.sibling() } else { None };
    let Some(sibling) = siblings else {
        return search_alone(property, system, &opposite, task, beginning, watch);
    };
    let started = Instant::now();
    match team::linear(property, opposite.product(MaybeOwned::Owned(sibling)), task, watch) {
        TeamAnswer::All(checked) => *checked,
        TeamAnswer::Broken => {
            let task = Task { limits: &task.limits.after(started.elapsed()), ..task };
            let mut checked = search_alone(property, system, &opposite, task, beginning, watch);
            if checked.evidence.is_none() && checked.gaps.is_empty() && checked.cuts.is_empty() {
                checked.gaps.push(team::fault(property));
            }
            checked
        }
    }
}

/// What must not happen.
struct Opposite {
    automaton: Arc<Automaton>,
    atoms: Arc<[u32]>,
    finding: Finding,
}

impl Opposite {
    fn product<'a>(&self, machine: MaybeOwned<'a>) -> Product<'a> {
        Product::new(machine, self.automaton.clone(), self.atoms.clone(), self.finding.clone())
    }
}

fn search_alone(
    property: &Ready,
    system: &mut dyn System,
    opposite: &Opposite,
    task: Task<'_>,
    beginning: Beginning<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Checked {
    let (started, mut beginning) = (Instant::now(), Some(beginning));
    for _ in 0..SEARCHES {
        let limits = task.limits.after(started.elapsed());
        let task = Task { limits: &limits, ..task };
        let beginning = beginning.take().unwrap_or_default();
        if let Some(checked) = search_once(property, system, opposite, task, beginning, watch) {
            return checked;
        }
    }
    let gaps = vec![fault(property)];
    Checked { evidence: None, gaps, cuts: Vec::new(), figures: Figures::default() }
}

/// Nothing if the run that was found was no longer one when all atoms were read on it: the automaton may do without
/// some of them, and steps end before what atoms look at. By then the machine knows better.
fn search_once(
    property: &Ready,
    system: &mut dyn System,
    opposite: &Opposite,
    task: Task<'_>,
    beginning: Beginning<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Checked> {
    let (limits, profile) = (task.limits, task.profile);
    let Beginning { kept, mut store } = beginning;
    let mut kept = Some(kept);
    let mut product = opposite.product(MaybeOwned::Borrowed(&mut *system));
    let started = Instant::now();
    let mut search = |product: &mut Product<'_>, watch: &mut dyn FnMut(&Progress) -> bool| {
        // What is looked for once more begins anew.
        let kept = kept.take().unwrap_or_else(|| {
            store.clear();
            Checkpoints::default()
        });
        let limits = limits.after(started.elapsed());
        let ended = match property.fair {
            true => component_search(product, &mut store, &limits, true, kept, watch),
            false => nested_depth_first(product, &mut store, &limits, kept, watch),
        };
        ended.unwrap_or_else(|| Cycles { gaps: vec![misfit()], ..Cycles::default() })
    };
    let mut ended = search(&mut product, watch);
    let left = limits.after(ended.elapsed);
    shorten(&mut ended, &mut product, &left, watch);
    improve(&mut ended, &mut product, &left, watch, &mut search);
    let stem_and_loop =
        ended.lasso.take().map(|lasso| (product.moves(&lasso.stem), product.moves(&lasso.cycle)));
    let found = ended.found.take().map(|(finding, mut path)| {
        if finding.property == Property::TEMPORAL {
            // The last choice only shows that the run goes on.
            path.pop();
        }
        (finding, product.moves(&path).path)
    });
    let mut result = Checked {
        evidence: None,
        gaps: std::mem::take(&mut ended.gaps),
        cuts: ended.cut.iter().map(|why| why.name().to_string()).collect(),
        figures: of(&ended, system.instructions(), &store),
    };
    if let Some((stem, cycle)) = stem_and_loop {
        let is_confirmed = confirm(property, system, &stem.path, &cycle.path);
        if system.settle().is_outdated {
            return None;
        }
        match is_confirmed {
            true => {
                let finding = violation(property, "fails on a run that goes on for ever");
                let cycle = Some(&*cycle.path);
                result.evidence = Some(tell(system, profile, task.telling, finding, &stem.path, cycle));
            }
            false => result.gaps.push(fault(property)),
        }
    } else if let Some((finding, path)) = found {
        let is_confirmed = finding.property != Property::TEMPORAL || confirm(property, system, &path, &[]);
        if system.settle().is_outdated {
            return None;
        }
        match is_confirmed {
            true => result.evidence = Some(tell(system, profile, task.telling, finding, &path, None)),
            false => result.gaps.push(fault(property)),
        }
    }
    Some(result)
}

/// A search for runs that the product accepts.
type Search<'s> = dyn FnMut(&mut Product<'_>, &mut dyn FnMut(&Progress) -> bool) -> Cycles + 's;

/// Looks for a better way to the loop that was found.
fn improve(
    ended: &mut Cycles,
    product: &mut Product<'_>,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
    search: &mut Search<'_>,
) {
    let started = Instant::now();
    for _ in 0..SEARCHES {
        let Some(lasso) = &mut ended.lasso else { break };
        let learnt = shorten_stem(lasso, product, &limits.after(started.elapsed()), watch);
        if learnt.is_empty() || ended.elapsed > QUICK {
            break;
        }
        // With what the machine has learnt meanwhile steps end elsewhere: the run is looked for once more.
        let machine: &mut dyn System = product;
        let known = machine.learnt();
        machine.learn(&learnt);
        let again = search(product, watch);
        if again.lasso.is_none() {
            (product as &mut dyn System).learn(&known);
            break;
        }
        *ended = again;
    }
}

fn fault(property: &Ready) -> Gap {
    let what = format!("the counterexample to {} is none", property.describe());
    Gap { cause: Cause::Fault, what, place: String::new() }
}

fn unknown(cause: Cause, what: String) -> Checked {
    let gaps = vec![Gap { cause, what, place: String::new() }];
    Checked { evidence: None, gaps, cuts: Vec::new(), figures: Figures::default() }
}

/// A finding that needs no cycle is looked for once more by the shortest way.
fn shorten(
    ended: &mut Cycles,
    product: &mut Product<'_>,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) {
    let Some((finding, path)) = ended.found.take() else { return };
    let limits = Limits { states: None, depth: None, ..limits.within(SHORTEN) };
    let known = search::Found { finding, path };
    let better = minimize(product, &mut Exact::default(), known, &limits, watch);
    ended.found = Some((better.found.finding, better.found.path));
}

/// Looks for the way to the loop with the fewest preemptions; any of its states will do as its beginning. If
/// the machine has learnt more on the way, that is the result, and the run is left as it was.
fn shorten_stem(
    lasso: &mut Lasso,
    product: &mut Product<'_>,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Vec<u32> {
    let known = (product as &mut dyn System).learnt();
    let mut store = Exact::default();
    product.start();
    let mut go = |path: &[Choice]| -> Vec<Vec<CompId>> {
        let step = |&choice: &Choice| {
            let mut here = Vec::new();
            product.save(&mut store, &mut here);
            product.step(choice);
            here
        };
        path.iter().map(step).collect()
    };
    go(&lasso.stem);
    let goals = go(&lasso.cycle);
    let finding = Finding { property: Property::TEMPORAL, message: String::new(), details: Vec::new() };
    let limits = Limits { states: None, depth: None, all: false, ..limits.within(SHORTEN) };
    let mut seek = Seek::new(product, goals.clone(), finding);
    let ended = best_first(&mut seek, &mut store, &Order::Preemptions, &limits, watch);
    // What a path means depends on what has been learnt.
    let machine: &mut dyn System = product;
    let more = machine.learnt();
    if more != known {
        machine.learn(&known);
        return more;
    }
    let Some(found) = ended.found.into_iter().next() else { return Vec::new() };
    product.start();
    for &choice in &found.path {
        product.step(choice);
    }
    let mut here = Vec::new();
    product.save(&mut store, &mut here);
    if let Some(at) = goals.iter().position(|goal| *goal == here) {
        lasso.stem = found.path;
        lasso.cycle.rotate_left(at);
    }
    Vec::new()
}

fn of(ended: &Cycles, instructions: u64, store: &Exact) -> Figures {
    Figures {
        states: ended.states,
        transitions: ended.transitions,
        instructions,
        seconds: ended.elapsed.as_secs_f64(),
        store_bytes: store.bytes(),
        store: report::StoreFigures { kind: "exact", ..Default::default() },
        max_depth: ended.max_depth as u64,
        restarts: ended.restarts,
        ..Figures::default()
    }
}

/// Goes the run again, reads its states, and asks the meaning of the formula itself whether the run breaks
/// it. An empty cycle is a run whose last state is repeated. False if it cannot be gone.
pub fn confirm(property: &Ready, system: &mut dyn System, stem: &[Choice], cycle: &[Choice]) -> bool {
    system.start();
    let mut choices = Choices::default();
    let read = |system: &mut dyn System| {
        let Some(atoms) = system.atoms() else { return 0 };
        let all = (0u32..).zip(&property.atoms);
        all.fold(0u64, |sum, (i, &atom)| sum | u64::from(atoms.holds(atom)) << i)
    };
    let mut go = |path: &[Choice]| -> Option<Vec<u64>> {
        let step = |&choice: &Choice| {
            let letter = read(system);
            system.choices(&mut choices);
            let is_there = choices.list.contains(&choice);
            is_there.then(|| system.step(choice)).map(|_| letter)
        };
        path.iter().map(step).collect()
    };
    let (Some(stem), Some(mut cycle)) = (go(stem), go(cycle)) else { return false };
    if cycle.is_empty() {
        cycle.push(read(system));
    }
    let word = lasso::Lasso { stem, cycle };
    match &property.never {
        Some(automaton) => automaton.accepts(&word),
        None => !holds(&property.parsed.formula, &word),
    }
}
