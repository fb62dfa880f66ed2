//! Random formulas on random programs that never end: the binary's verdict against the explicit graph's.

use crate::engine::Engine;
use crate::explore::graph;
use crate::formula::{Formula, Written, ctl, ltl};
use crate::generate::endless;
use crate::java;
use crate::program::Program;
use crate::random::Random;
use crate::shrink::shrink;
use crate::temporal::Runs;
use std::collections::BTreeMap;

/// Graphs are multiplied with formulas, and kept small.
const MOST_STATES: usize = 3_000;
/// How many formulas each program gets.
const FORMULAS: usize = 3;
const DEPTH: usize = 3;
const BATCH: u64 = 40;

/// A logic, and how it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logic {
    Linear,
    Fair,
    Branching,
}

impl Logic {
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Logic::Linear => &["--ltl"],
            Logic::Fair => &["--fair", "--ltl"],
            Logic::Branching => &["--ctl"],
        }
    }

    fn write(self, random: &mut Random) -> Written {
        let depth = 1 + random.below(DEPTH);
        if self == Logic::Branching { ctl(random, depth) } else { ltl(random, depth) }
    }
}

const REDUCTIONS: [&str; 2] = ["off", "local"];

/// What a property is asked about: the logic, the text, the meaning, and the reduction.
struct Question {
    logic: Logic,
    written: Written,
    reduce: &'static str,
}

impl Question {
    /// `None` if there are too many states.
    fn truth(&self, program: &Program) -> Option<bool> {
        let graph = graph(program, MOST_STATES)?;
        let runs = Runs::new(&graph);
        let meaning: &Formula = &self.written.meaning;
        Some(match self.logic {
            Logic::Branching => runs.satisfying(meaning)[0],
            logic => runs.satisfy_ltl(meaning, logic == Logic::Fair),
        })
    }

    /// What the binary says; `None` if it does not know.
    fn answer(&self, engine: &Engine, class: &str) -> Result<Option<bool>, String> {
        engine.property(class, self.logic.options(), &self.written.text, self.reduce)
    }
}

/// Tells each difference; how many answers were compared, by logic and reduction.
pub fn compare(
    engine: &Engine,
    seeds: std::ops::Range<u64>,
    mut tell: impl FnMut(&str),
) -> Result<BTreeMap<String, u64>, String> {
    let mut tally = BTreeMap::new();
    let mut from = seeds.start;
    while from < seeds.end {
        let to = seeds.end.min(from + BATCH);
        let ready: Vec<(u64, Program)> = (from..to)
            .map(|seed| (seed, endless(seed)))
            .filter(|(_, program)| graph(program, MOST_STATES).is_some())
            .collect();
        drop(std::fs::remove_dir_all(engine.classes()));
        let name = |seed: u64| format!("Q{seed}");
        let texts: Vec<_> =
            ready.iter().map(|(seed, program)| (name(*seed), java::print(program, &name(*seed)))).collect();
        engine.compile(&texts)?;
        let mut wrong = Vec::new();
        for (seed, program) in ready {
            for question in questions(seed) {
                let Some(truth) = question.truth(&program) else { continue };
                let answer = question.answer(engine, &name(seed));
                let key = format!("{:?} {} {}", question.logic, question.reduce, known(&answer));
                *tally.entry(key).or_default() += 1;
                if !matches!(answer, Ok(None)) && answer != Ok(Some(truth)) {
                    wrong.push((seed, program.clone(), question));
                    break;
                }
            }
        }
        for (seed, program, question) in wrong {
            tell(&small(engine, seed, &program, &question));
        }
        from = to;
    }
    Ok(tally)
}

fn known(answer: &Result<Option<bool>, String>) -> &'static str {
    match answer {
        Ok(Some(true)) => "holds",
        Ok(Some(false)) => "fails",
        Ok(None) => "unknown",
        Err(_) => "fault",
    }
}

fn questions(seed: u64) -> Vec<Question> {
    let mut random = Random::new(seed.wrapping_mul(31) + 7);
    let mut all = Vec::new();
    for _ in 0..FORMULAS {
        let logic = random.pick(&[Logic::Linear, Logic::Fair, Logic::Branching]);
        let reduce = random.pick(&REDUCTIONS);
        all.push(Question { logic, written: logic.write(&mut random), reduce });
    }
    all
}

/// The smallest program on which the answer to the same question is wrong.
fn small(engine: &Engine, seed: u64, program: &Program, question: &Question) -> String {
    let mut told = String::new();
    let smallest = shrink(program, |candidates| {
        let ready: Vec<_> = candidates
            .iter()
            .enumerate()
            .filter_map(|(i, candidate)| Some((i, format!("S{seed}x{i}"), question.truth(candidate)?)))
            .collect();
        let texts: Vec<_> =
            ready.iter().map(|(i, name, _)| (name.clone(), java::print(&candidates[*i], name))).collect();
        engine.compile(&texts).ok()?;
        ready.into_iter().find_map(|(i, name, truth)| {
            let answer = question.answer(engine, &name);
            let differs = !matches!(answer, Ok(None)) && answer != Ok(Some(truth));
            differs.then(|| {
                told = format!("the graph says {truth}, the binary {answer:?}");
                i
            })
        })
    });
    let options = question.logic.options().join(" ");
    let text = java::print(&smallest, &format!("Q{seed}"));
    format!("seed {seed}: {options} '{}' --reduce {}\n{told}\n{text}", question.written.text, question.reduce)
}
