//! LTL: the product with the automaton of what must not happen, searched for runs that it accepts.

use super::{Found, Ready, story, violation};
use logic::buchi::translate;
use logic::lasso::{Lasso, holds};
use lts::{Cause, Choice, Gap, Path, Property, Store, System};
use report::Figures;
use search::{Cycles, Limits, Progress, component_search, minimize, nested_depth_first};
use std::time::Duration;
use store::Exact;
use wrap::Product;

/// How long a shorter way to a finding is looked for.
const SHORTEN: Duration = Duration::from_secs(10);

pub fn check(
    property: &Ready,
    system: &mut dyn System,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Found {
    let opposite = property.parsed.formula.clone().negate();
    let automaton = match translate(&opposite) {
        Ok(automaton) => automaton,
        Err(error) => return unknown(Cause::Input, format!("{}: {error}", property.describe())),
    };
    let finding = violation(property, "fails, whatever follows");
    let mut store = Exact::default();
    let mut product = Product::new(system, &automaton, &property.atoms, finding);
    let mut ended = match property.fair {
        true => component_search(&mut product, &mut store, limits, true, watch),
        false => nested_depth_first(&mut product, &mut store, limits, watch),
    };
    shorten(&mut ended, &mut product, limits, watch);
    let stem_and_loop =
        ended.lasso.take().map(|lasso| (product.moves(&lasso.stem), product.moves(&lasso.cycle)));
    let found = ended.found.take().map(|(finding, mut path)| {
        if finding.property == Property::Temporal {
            // The last choice only shows that the run goes on.
            path.pop();
        }
        (finding, product.moves(&path).path)
    });
    let mut result = Found {
        story: None,
        gaps: std::mem::take(&mut ended.gaps),
        cuts: ended.cut.iter().map(|why| why.name().to_string()).collect(),
        figures: of(&ended, system.instructions(), &store),
    };
    if let Some((stem, cycle)) = stem_and_loop {
        match confirm(property, system, &stem.path, &cycle.path) {
            true => {
                let finding = violation(property, "fails on a run that goes on for ever");
                result.story = Some(story::tell(system, finding, &stem.path, Some(&cycle.path)));
            }
            false => result.gaps.push(fault(property)),
        }
    } else if let Some((finding, path)) = found {
        if finding.property == Property::Temporal && !confirm(property, system, &path, &[]) {
            result.gaps.push(fault(property));
            return result;
        }
        result.story = Some(story::tell(system, finding, &path, None));
    }
    result
}

fn fault(property: &Ready) -> Gap {
    let what = format!("the counterexample to {} is none", property.describe());
    Gap { cause: Cause::Fault, what, place: String::new() }
}

fn unknown(cause: Cause, what: String) -> Found {
    let gaps = vec![Gap { cause, what, place: String::new() }];
    Found { story: None, gaps, cuts: Vec::new(), figures: Figures::default() }
}

/// A finding that needs no cycle is looked for once more by the shortest way.
fn shorten(
    ended: &mut Cycles,
    product: &mut Product<'_>,
    limits: &Limits,
    watch: &mut dyn FnMut(&Progress) -> bool,
) {
    let Some((finding, path)) = ended.found.take() else { return };
    let limits = Limits { states: None, depth: None, time: Some(SHORTEN), ..limits.clone() };
    let known = search::Found { finding, path };
    let better = minimize(product, &mut Exact::default(), known, &limits, watch);
    ended.found = Some((better.found.finding, better.found.path));
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

/// Goes the run again, reads its states, and asks the meaning of the formula itself whether the run breaks it. An empty cycle is a run whose
/// last state is repeated.
fn confirm(property: &Ready, system: &mut dyn System, stem: &Path, cycle: &[Choice]) -> bool {
    system.start();
    let read = |system: &mut dyn System| {
        let Some(atoms) = system.atoms() else { return 0 };
        let all = (0u32..).zip(&property.atoms);
        all.fold(0u64, |sum, (i, &atom)| sum | u64::from(atoms.holds(atom)) << i)
    };
    let mut go = |path: &[Choice]| -> Vec<u64> {
        let step = |&choice: &Choice| {
            let letter = read(system);
            system.step(choice);
            letter
        };
        path.iter().map(step).collect()
    };
    let stem = go(stem);
    let mut cycle = go(cycle);
    if cycle.is_empty() {
        cycle.push(read(system));
    }
    !holds(&property.parsed.formula, &Lasso { stem, cycle })
}
