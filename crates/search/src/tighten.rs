//! A plainer way to a finding, made from a known one: whatever is not needed is left out, and actors that were
//! interrupted go on at once where that does no harm (after delta debugging: Zeller, Hildebrandt, TSE 2002). A
//! path that chance has
//! found has a switch at every other step, and in a system that is too large to be searched nothing else mends it.

use crate::jump::goes_on;
use crate::result::Found;
use lts::{Choice, Choices, Finding, Outcome, Path, Status, System};

/// Steps that all attempts together may take.
const MOST_STEPS: u64 = 100_000;

/// A way to a finding.
struct Attempt {
    path: Path,
    finding: Finding,
    /// Where somebody stopped who could have gone on: the places of the steps before.
    preemptions: Vec<usize>,
}

impl Attempt {
    /// What a plain path has little of.
    fn cost(&self) -> (usize, usize) {
        (self.preemptions.len(), self.path.len())
    }
}

struct Attempts<'a> {
    system: &'a mut dyn System,
    choices: Choices,
    steps: u64,
    best: Attempt,
}

/// Makes the way to a finding plainer, for the same kind of finding. The machine must know what it knew on the way.
pub fn tighten(system: &mut dyn System, known: Found) -> Found {
    let best = Attempt { path: known.path.clone(), finding: known.finding.clone(), preemptions: Vec::new() };
    let mut attempts = Attempts { system, choices: Choices::default(), steps: 0, best };
    let Some(way) = attempts.go(known.path.clone()) else { return known };
    attempts.best = way;
    attempts.leave_actors_out();
    attempts.leave_ends_out();
    attempts.go_on_at_once();
    let Attempt { path, finding, .. } = attempts.best;
    Found { finding, path }
}

impl Attempts<'_> {
    /// Leaves out all steps of some actors: half of them, a quarter of them, and so on.
    fn leave_actors_out(&mut self) {
        let mut actors: Vec<u32> = self.best.path.iter().map(|choice| choice.actor).collect();
        actors.sort_unstable();
        actors.dedup();
        let mut size = actors.len().div_ceil(2);
        while size > 0 {
            for some in actors.clone().chunks(size) {
                let rest = self.best.path.iter().filter(|choice| !some.contains(&choice.actor));
                let rest = rest.copied().collect();
                if self.attempt(rest) {
                    actors.retain(|actor| !some.contains(actor));
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
    }

    /// Leaves out the last steps of each actor.
    fn leave_ends_out(&mut self) {
        let mut actors: Vec<u32> = self.best.path.iter().map(|choice| choice.actor).collect();
        actors.sort_unstable();
        actors.dedup();
        for actor in actors {
            let mut fewer = self.best.path.iter().filter(|choice| choice.actor == actor).count() / 2;
            while fewer > 0 {
                let own = self.best.path.iter().filter(|choice| choice.actor == actor).count();
                let mut left = own.saturating_sub(fewer);
                let is_kept = |choice: &&Choice| {
                    let is_own = choice.actor == actor;
                    let is_kept = !is_own || left > 0;
                    left -= usize::from(is_own && left > 0);
                    is_kept
                };
                let rest = self.best.path.iter().filter(is_kept).copied().collect();
                if !self.attempt(rest) {
                    fewer /= 2;
                }
            }
        }
    }

    /// Where somebody is interrupted, moves what he does next to there.
    fn go_on_at_once(&mut self) {
        let mut at = 0;
        while let Some(&stop) = self.best.preemptions.get(at) {
            let mut path = self.best.path.clone();
            let actor = path[stop].actor;
            let others = path[stop + 1..].iter().take_while(|choice| choice.actor != actor).count();
            let from = stop + 1 + others;
            let block = path[from..].iter().take_while(|choice| choice.actor == actor).count();
            path[stop + 1..from + block].rotate_right(block);
            at = if block > 0 && self.attempt(path) { 0 } else { at + 1 };
        }
    }

    /// Goes a path, and keeps it if it is a plainer way to the same.
    fn attempt(&mut self, path: Path) -> bool {
        if self.steps >= MOST_STEPS || path.is_empty() {
            return false;
        }
        let way = self.go(path).filter(|way| way.cost() < self.best.cost());
        let way = way.filter(|way| way.finding.property == self.best.finding.property);
        let is_better = way.is_some();
        if let Some(way) = way {
            self.best = way;
        }
        is_better
    }

    /// Goes a path as far as to a finding. `None` if it cannot be gone, comes to none, or teaches the machine
    /// something.
    fn go(&mut self, path: Path) -> Option<Attempt> {
        self.system.start();
        let mut preemptions = Vec::new();
        for at in 0..=path.len() {
            let found = |finding, preemptions| {
                let path = path[..at].to_vec();
                Some(Attempt { path, finding, preemptions })
            };
            match self.system.choices(&mut self.choices) {
                Status::Stuck(finding) | Status::Flawed(finding) => return found(finding, preemptions),
                Status::Done => return None,
                Status::Live => {}
            }
            let choice = path.get(at).copied().filter(|choice| self.choices.list.contains(choice))?;
            let last = at.checked_sub(1).map(|before| path[before].actor);
            if last.is_some_and(|last| last != choice.actor && goes_on(&self.choices, last)) {
                preemptions.push(at - 1);
            }
            self.steps += 1;
            let outcome = self.system.step(choice);
            if self.system.settle().is_outdated {
                return None;
            }
            match outcome {
                Outcome::Next => {}
                Outcome::Violated(finding) => {
                    return Some(Attempt { path: path[..=at].to_vec(), finding, preemptions });
                }
                Outcome::Pruned | Outcome::Finished | Outcome::Unknown(_) => return None,
            }
        }
        None
    }
}
