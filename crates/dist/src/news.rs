//! What nodes tell each other beside states.

use crate::trail::Trail;
use lts::{Cause, Finding, Gap, Property};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What ends a search before everything is explored, or leaves a part of it out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Halt {
    States,
    Depth,
    Time,
    Memory,
    Interrupted,
    /// The system ended the search itself.
    Finished,
    /// A node is gone, or cannot be reached any more.
    Lost,
}

impl Halt {
    /// Nobody goes on. Paths that are too long are left out, and the others gone.
    fn is_end(self) -> bool {
        self != Halt::Depth
    }
}

/// One thing that all nodes have to know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum News {
    Found(FoundAt),
    /// This way teaches a machine something.
    Lesson(Trail),
    Gap {
        cause: u8,
        what: String,
        place: String,
    },
    Halt(Halt),
    /// Before this level is taken up, each node keeps what it has.
    Keep(u32),
    /// A node could not write what it has before this level.
    Unkept(u32),
    /// So many states a node has, and whether that is much for its memory.
    Load {
        node: u32,
        states: u64,
        is_scarce: bool,
    },
    /// All nodes have everything, and from this level on each has its part.
    Scarce(u32),
    Handing(Reassignment),
}

/// Classes of states are given from one node to another before a level is taken up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reassignment {
    pub level: u32,
    pub from: u32,
    pub to: u32,
    /// So many states they had when that was decided.
    pub states: u64,
    pub classes: Vec<u32>,
}

/// A violation, and the way to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoundAt {
    pub trail: Trail,
    property: String,
    message: String,
    details: Vec<String>,
    /// Each machine tells of it once, however many states it is wrong in.
    pub is_flaw: bool,
}

impl FoundAt {
    pub fn new(trail: Trail, finding: Finding, is_flaw: bool) -> FoundAt {
        let Finding { property, message, details } = finding;
        FoundAt { trail, property: property.name().to_string(), message, details, is_flaw }
    }

    pub fn finding(&self) -> Finding {
        // The names of properties are few, and are never freed.
        let property = Property::named(base::Symbol::new(&self.property).as_str());
        Finding { property, message: self.message.clone(), details: self.details.clone() }
    }

    /// The same thing is wrong, whatever the way there.
    fn is_same(&self, other: &FoundAt) -> bool {
        match self.is_flaw && other.is_flaw {
            true => self.is_same_flaw(other),
            false => {
                self.what() == other.what() && self.details == other.details && self.is_flaw == other.is_flaw
            }
        }
    }

    /// The same flaw, told by two machines: what they say of the moment may differ, but not who waits for whom.
    fn is_same_flaw(&self, other: &FoundAt) -> bool {
        let waits = self.property == Property::DEADLOCK.name();
        self.what() == other.what() && (!waits || self.details == other.details)
    }

    /// What is wrong, without where.
    fn what(&self) -> (&str, &str) {
        (&self.property, &self.message)
    }
}

const CAUSES: [Cause; 4] = [Cause::Unsupported, Cause::Input, Cause::Fault, Cause::Refused];

impl From<Gap> for News {
    fn from(Gap { cause, what, place }: Gap) -> News {
        let cause = CAUSES.iter().position(|other| *other == cause).unwrap_or_default();
        News::Gap { cause: cause as u8, what, place }
    }
}

/// All news of one search from the beginning.
#[derive(Clone, Default, Debug)]
pub struct AllNews {
    pub found: Vec<FoundAt>,
    pub lessons: BTreeSet<Trail>,
    pub gaps: Vec<Gap>,
    pub cuts: BTreeSet<Halt>,
    /// Levels before which nodes keep what they have.
    pub keeps: BTreeSet<u32>,
    /// Those of these for which something is missing.
    pub unkept: BTreeSet<u32>,
    /// By node: states, and whether memory is scarce.
    pub loads: BTreeMap<u32, (u64, bool)>,
    pub scarce: BTreeSet<u32>,
    /// What will be given away, and the last level at which something was.
    pub handings: Vec<Reassignment>,
    pub handed: u32,
}

impl AllNews {
    /// The same as news, for who was not there: what was found, what could not be done, and what was left out.
    pub fn as_news(&self) -> Vec<News> {
        let found = self.found.iter().cloned().map(News::Found);
        let gaps = self.gaps.iter().cloned().map(News::from);
        found.chain(gaps).chain(self.cuts.iter().copied().map(News::Halt)).collect()
    }

    /// True if it is news.
    pub fn note(&mut self, news: &News) -> bool {
        match news {
            News::Found(found) => self.note_found(found),
            News::Lesson(trail) => self.lessons.insert(trail.clone()),
            News::Halt(cut) => self.cuts.insert(*cut),
            News::Keep(level) => self.keeps.insert(*level),
            News::Unkept(level) => self.unkept.insert(*level),
            News::Load { node, states, is_scarce } => {
                self.loads.insert(*node, (*states, *is_scarce)) != Some((*states, *is_scarce))
            }
            News::Scarce(level) => self.scarce.insert(*level),
            News::Handing(handing) => {
                self.handings.push(handing.clone());
                self.handed = self.handed.max(handing.level);
                true
            }
            News::Gap { cause, what, place } => {
                let cause = CAUSES.get(usize::from(*cause)).copied().unwrap_or(Cause::Fault);
                let gap = Gap { cause, what: what.clone(), place: place.clone() };
                let is_new = !self.gaps.contains(&gap);
                if is_new {
                    self.gaps.push(gap);
                }
                is_new
            }
        }
    }

    /// What is wrong is told once, by the shortest of the ways to it, as by one process: there may be thousands.
    fn note_found(&mut self, found: &FoundAt) -> bool {
        match self.found.iter_mut().find(|known| known.is_same(found)) {
            Some(known) if found.trail < known.trail => known.clone_from(found),
            Some(_) => return false,
            None => self.found.push(found.clone()),
        }
        true
    }

    /// Classes change hands: who gets them may have nothing to take up, and so would not say what it has.
    pub fn hand_over(&mut self, handing: &Reassignment) {
        let giver = self.loads.entry(handing.from).or_default();
        giver.0 = giver.0.saturating_sub(handing.states);
        self.loads.entry(handing.to).or_default().0 += handing.states;
    }

    /// There is nothing in what the other knows that would be told of the search, or that decides what may be told.
    pub fn tells_as_much(&self, other: &AllNews) -> bool {
        let sizes = |news: &AllNews| (news.found.len(), news.lessons.len(), news.gaps.len(), news.cuts.len());
        sizes(self) == sizes(other)
    }

    /// Nobody goes on.
    pub fn is_over(&self) -> bool {
        self.cuts.iter().any(|cut| cut.is_end())
    }

    /// The least number of steps to a violation.
    pub fn nearest(&self) -> Option<u32> {
        self.found.iter().map(|found| found.trail.steps).min()
    }

    /// What was found, the nearest first, and each thing that is told once by each machine once in all.
    pub fn sorted(&self) -> Vec<FoundAt> {
        let mut sorted = self.found.clone();
        sorted.sort_by(|a, b| a.trail.cmp(&b.trail).then_with(|| a.what().cmp(&b.what())));
        let mut kept: Vec<FoundAt> = Vec::new();
        for found in sorted {
            let is_told = |other: &FoundAt| other.is_same_flaw(&found);
            if !(found.is_flaw && kept.iter().any(is_told)) {
                kept.push(found);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_is_told_once_by_the_shortest_way() {
        let trail = |choices: &[usize]| choices.iter().fold(Trail::default(), |trail, &at| trail.then(at, 4));
        let finding = |details: &str| {
            let (property, details) = (Property::DEADLOCK, vec![details.to_string()]);
            Finding { property, message: "nobody goes on".to_string(), details }
        };
        let news = |details: &str, choices: &[usize]| {
            News::Found(FoundAt::new(trail(choices), finding(details), false))
        };
        let mut known = AllNews::default();
        assert!(known.note(&news("A waits", &[1, 2, 3])));
        assert!(!known.note(&news("A waits", &[1, 2, 3])), "it is known");
        assert!(!known.note(&news("A waits", &[0, 1, 2, 3])), "and a longer way is no news");
        assert!(known.note(&news("B waits", &[1, 2, 3])), "another thread is another finding");
        assert!(known.note(&news("A waits", &[2, 1])), "a shorter way is");
        let ways: Vec<u32> = known.sorted().iter().map(|found| found.trail.steps).collect();
        assert_eq!((known.nearest(), ways), (Some(2), vec![2, 3]));
    }
}
