//! Programs by the dozen: generated, compiled together, searched in each setting, compared, shrunk.

use crate::engine::{Answer, Engine, difference, expected};
use crate::explore::{Outcomes, explore};
use crate::generate::{Feature, Size, generate};
use crate::java;
use crate::program::Program;
use crate::random::Random;
use crate::settings::Setting;
use crate::shrink::shrink;
use std::collections::BTreeMap;

/// Programs with more states than this are left out; the search behind is plain, and takes all of them.
pub const MOST_STATES: usize = 60_000;

/// How many programs go through one javac.
const BATCH: u64 = 50;

pub struct Plan {
    pub first_seed: u64,
    pub programs: u64,
    pub features: Vec<Feature>,
    pub size: Size,
    /// The settings for the program of a seed.
    pub settings: Box<dyn Fn(u64) -> Vec<&'static Setting>>,
}

/// A program on which the engine and the oracle differ.
pub struct Defect {
    pub seed: u64,
    pub setting: &'static Setting,
    pub difference: String,
    pub program: Program,
    pub text: String,
}

#[derive(Debug, Default)]
pub struct Tally {
    pub programs: u64,
    pub too_large: u64,
    pub compared: BTreeMap<&'static str, u64>,
    pub cut: BTreeMap<&'static str, u64>,
    pub by_feature: BTreeMap<Feature, u64>,
    pub with_findings: u64,
    pub outputs: usize,
}

/// Tells each defect when it is found; goes on behind it.
pub fn fuzz(engine: &Engine, plan: &Plan, mut tell: impl FnMut(&Defect)) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let end = plan.first_seed + plan.programs;
    let mut from = plan.first_seed;
    while from < end {
        let to = end.min(from + BATCH);
        batch(engine, plan, from..to, &mut tally, &mut tell)?;
        from = to;
    }
    Ok(tally)
}

fn batch(
    engine: &Engine,
    plan: &Plan,
    seeds: std::ops::Range<u64>,
    tally: &mut Tally,
    tell: &mut impl FnMut(&Defect),
) -> Result<(), String> {
    let mut ready = Vec::new();
    for seed in seeds {
        let (program, features) = generate(seed, &plan.features, plan.size);
        let (program, outcomes) = probed(seed, program);
        match outcomes {
            None => tally.too_large += 1,
            Some(outcomes) => {
                tally.programs += 1;
                tally.with_findings += u64::from(!outcomes.findings.is_empty());
                tally.outputs += outcomes.outputs.len();
                features.into_iter().for_each(|feature| *tally.by_feature.entry(feature).or_default() += 1);
                ready.push((seed, program, expected(&outcomes)));
            }
        }
    }
    drop(std::fs::remove_dir_all(engine.classes()));
    let name = |seed: u64| format!("P{seed}");
    let texts: Vec<_> =
        ready.iter().map(|(seed, program, _)| (name(*seed), java::print(program, &name(*seed)))).collect();
    engine.compile(&texts)?;
    let mut defects = Vec::new();
    for (seed, program, expected) in ready {
        for setting in (plan.settings)(seed) {
            let answer = engine.search(&name(seed), setting);
            let count = if answer == Answer::Cut { &mut tally.cut } else { &mut tally.compared };
            *count.entry(setting.name).or_default() += 1;
            if let Some(difference) = differs(&expected, &answer, setting) {
                defects.push((seed, program.clone(), setting, difference));
                break;
            }
        }
    }
    for (seed, program, setting, difference) in defects {
        tell(&shrunk(engine, seed, &program, setting, difference));
    }
    Ok(())
}

/// Every other program asks for one of its last lines, so that also a search without outputs tells what it missed.
fn probed(seed: u64, mut program: Program) -> (Program, Option<Outcomes>) {
    let outcomes = explore(&program, MOST_STATES);
    let lines = outcomes.as_ref().map(|outcomes| outcomes.lines.clone()).unwrap_or_default();
    if lines.is_empty() || !seed.is_multiple_of(2) {
        return (program, outcomes);
    }
    program.probe = lines.iter().nth(Random::new(seed).below(lines.len())).cloned();
    let outcomes = explore(&program, MOST_STATES);
    (program, outcomes)
}

fn differs(expected: &crate::engine::Said, answer: &Answer, setting: &Setting) -> Option<String> {
    match answer {
        Answer::Cut => None,
        Answer::Fault(message) => Some(format!("fault: {message}")),
        Answer::Said(said) => difference(expected, said, setting),
    }
}

/// What kind of a difference it is; shrinking keeps to it.
fn kind(difference: &str) -> [bool; 3] {
    ["missing", "extra", "fault"].map(|word| difference.lines().any(|line| line.starts_with(word)))
}

fn shrunk(
    engine: &Engine,
    seed: u64,
    program: &Program,
    setting: &'static Setting,
    difference: String,
) -> Defect {
    let mut told = difference.clone();
    let smallest = shrink(program, |candidates| {
        let mut ready = Vec::new();
        for (i, candidate) in candidates.iter().enumerate() {
            if let Some(outcomes) = explore(candidate, MOST_STATES) {
                ready.push((i, format!("S{seed}x{i}"), expected(&outcomes)));
            }
        }
        let texts: Vec<_> =
            ready.iter().map(|(i, name, _)| (name.clone(), java::print(&candidates[*i], name))).collect();
        engine.compile(&texts).ok()?;
        ready.into_iter().find_map(|(i, name, expected)| {
            let found = differs(&expected, &engine.search(&name, setting), setting)?;
            (kind(&found) == kind(&difference)).then(|| {
                told = found;
                i
            })
        })
    });
    let text = java::print(&smallest, &format!("P{seed}"));
    Defect { seed, setting, difference: told, program: smallest, text }
}
