//! A path as a tape: its lines are noted once, and how things stood at one of them is found out by going the path again
//! up to there. Nothing is kept but what was looked at lately.

use crate::session::Tape;
use lts::{Choice, Listen, Moment, Picture, Spot, System};
use replay::Guide;
use std::collections::BTreeMap;

/// How many moments before and after the one that is wanted are looked at on the same way.
const AROUND: usize = 24;
/// Pictures that are kept.
const MAX_KEPT: usize = 2000;

/// Where a place of the program is, as a file of this computer.
pub type Sources = Box<dyn Fn(&Spot) -> Option<String>>;

/// A path through a system.
pub struct Recording {
    guide: Guide,
    path: Vec<Choice>,
    moments: Vec<Moment>,
    end: Picture,
    ending: String,
    kept: BTreeMap<usize, Picture>,
    sources: Sources,
}

impl Recording {
    /// Goes the path, whose end is told by `ending`. Steps must end in the system as they do on the path.
    pub fn new(system: Box<dyn System>, path: Vec<Choice>, ending: String, sources: Sources) -> Recording {
        let mut guide = Guide::new(system);
        let watched = guide.watch(&path, Listen::Scenes, Vec::new());
        let end = guide.picture();
        Recording { guide, path, moments: watched.moments, end, ending, kept: BTreeMap::new(), sources }
    }

    /// Looks at these moments, all on one way.
    fn look(&mut self, wanted: Vec<usize>) {
        let missing: Vec<usize> =
            wanted.into_iter().filter(|number| !self.kept.contains_key(number)).collect();
        if missing.is_empty() {
            return;
        }
        if self.kept.len() + missing.len() > MAX_KEPT {
            self.kept.clear();
        }
        let watched = self.guide.watch(&self.path, Listen::Pictures, missing.clone());
        self.kept.extend(missing.into_iter().zip(watched.pictures));
    }
}

impl Tape for Recording {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    fn picture(&mut self, number: usize) -> &Picture {
        if number < self.moments.len() && !self.kept.contains_key(&number) {
            let last = (number + AROUND).min(self.moments.len() - 1);
            self.look((number.saturating_sub(AROUND)..=last).collect());
        }
        self.kept.get(&number).unwrap_or(&self.end)
    }

    fn prepare(&mut self, numbers: &[usize]) {
        self.look(numbers.iter().copied().take(MAX_KEPT).collect());
    }

    fn ending(&self) -> &str {
        &self.ending
    }

    fn last_actor(&self) -> Option<u32> {
        self.path.last().map(|choice| choice.actor)
    }

    fn source(&self, spot: &Spot) -> Option<String> {
        (self.sources)(spot)
    }
}
