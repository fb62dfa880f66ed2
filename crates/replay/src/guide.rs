//! Going a path again while somebody looks on, standing anywhere on it, and leaving it for another.
//!
//! Nothing is undone: to stand somewhere, the path is gone from the beginning up to there. So every place of it is as
//! near as any other, and what the narrator has noted always belongs to one path.

use crate::walk::{expected, shorthand};
use crate::{ReplayOrigin, Repro};
use lts::{
    Account, Choice, Choices, Depth, Finding, Gap, Listen, Outcome, Path, Picture, Status, System, Watched,
};

/// Where a path leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    pub finding: Option<Finding>,
    pub gap: Option<Gap>,
    /// The ways to go on from there; none if it is the end.
    pub choices: Choices,
    /// The choices that were really made: a path is over where something breaks it off.
    pub steps: usize,
}

/// Leads along paths through a system.
pub struct Guide {
    system: Box<dyn System>,
}

/// Longer and longer stretches in which nothing is told, as they are tried.
const QUIET: [usize; 4] = [16, 128, 1024, 4096];
/// A stretch with more operations is long enough: to tell it takes many times as long as to go it.
const MOST_OPERATIONS: u64 = 20_000_000;

impl Guide {
    pub fn new(system: Box<dyn System>) -> Guide {
        Guide { system }
    }

    pub fn system(&mut self) -> &mut dyn System {
        &mut *self.system
    }

    /// Goes the path.
    pub fn go(&mut self, path: &[Choice]) -> Arrival {
        self.system.start();
        self.go_from_start(path)
    }

    fn go_from_start(&mut self, path: &[Choice]) -> Arrival {
        let mut arrival = Arrival { finding: None, gap: None, choices: Choices::default(), steps: 0 };
        let mut choices = Choices::default();
        for &choice in path {
            // What is wrong with a state is told once, to the first who looks.
            if let Status::Flawed(flaw) = self.system.choices(&mut choices) {
                arrival.finding.get_or_insert(flaw);
            }
            if !choices.list.contains(&choice) {
                return arrival;
            }
            arrival.steps += 1;
            match self.system.step(choice) {
                Outcome::Next => {}
                Outcome::Violated(finding) => return Arrival { finding: Some(finding), ..arrival },
                Outcome::Unknown(gap) => return Arrival { gap: Some(gap), ..arrival },
                Outcome::Pruned | Outcome::Finished => return arrival,
            }
        }
        match self.system.choices(&mut choices) {
            Status::Live => arrival.choices = choices,
            Status::Flawed(flaw) => {
                arrival.finding.get_or_insert(flaw);
                arrival.choices = choices;
            }
            Status::Stuck(finding) => arrival.finding = Some(finding),
            Status::Done => {}
        }
        arrival
    }

    /// Goes the path and notes each line that actors come to, with how things stand at those that are asked for.
    pub fn watch(&mut self, path: &[Choice], how: Listen, pictured: Vec<usize>) -> Watched {
        self.system.start();
        if let Some(narrator) = self.system.narrator() {
            narrator.listen(how);
            narrator.watch(pictured);
        }
        for &choice in path {
            if self.system.step(choice) != Outcome::Next {
                break;
            }
        }
        self.system.narrator().map_or_else(Watched::default, |narrator| {
            let watched = narrator.watched();
            narrator.take();
            watched
        })
    }

    /// How things stand where the last path led.
    pub fn picture(&mut self) -> Picture {
        self.system.narrator().map_or_else(Picture::default, |narrator| narrator.picture())
    }

    /// Goes the path and tells what happens.
    pub fn tell(&mut self, path: &[Choice], depth: Depth) -> (Account, Arrival) {
        self.system.start();
        if let Some(narrator) = self.system.narrator() {
            narrator.set_depth(depth);
            narrator.listen(Listen::Scenes);
        }
        let arrival = self.go_from_start(path);
        let account = self.system.narrator().map_or_else(Account::default, |narrator| {
            let account = narrator.take();
            narrator.listen(Listen::Off);
            account
        });
        (account, arrival)
    }

    /// The path, this choice, and then what the same actor does until there is something to tell of it, something is to
    /// be decided, or `has_time` says no.
    pub fn take(
        &mut self,
        path: &[Choice],
        choice: Choice,
        depth: Depth,
        has_time: &mut dyn FnMut() -> bool,
    ) -> Path {
        let begun = [path, &[choice]].concat();
        for quiet in QUIET {
            let mut longer = self.extended(begun.clone(), quiet, Some(choice.actor), has_time);
            let (account, _) = self.tell(&longer, depth);
            let told = account.scenes.iter().find(|scene| scene.step as usize >= path.len());
            if let Some(scene) = told {
                longer.truncate(scene.step as usize + 1);
                return longer;
            }
            if longer.len() < begun.len() + quiet {
                return longer;
            }
        }
        self.extended(begun, QUIET[QUIET.len() - 1], Some(choice.actor), has_time)
    }

    /// The path, and then what anybody would expect, for no more than so many steps.
    pub fn go_on(&mut self, path: &[Choice], most: usize, has_time: &mut dyn FnMut() -> bool) -> Path {
        self.extended(path.to_vec(), most, None, has_time)
    }

    /// Goes on as anybody would expect, or as long as this actor can do so without a decision.
    fn extended(
        &mut self,
        mut path: Path,
        most: usize,
        actor: Option<u32>,
        has_time: &mut dyn FnMut() -> bool,
    ) -> Path {
        let mut arrival = self.go(&path);
        path.truncate(arrival.steps);
        let (most, begun) = (path.len() + most, self.system.instructions());
        while !arrival.choices.list.is_empty() && path.len() < most && has_time() {
            if self.system.instructions() - begun > MOST_OPERATIONS {
                break;
            }
            let next = expected(&arrival.choices, path.last().map(|choice| choice.actor));
            let is_asked = arrival.choices.is_input && arrival.choices.list.len() > 1;
            if actor.is_some_and(|actor| actor != next.actor || next.value != 0 || is_asked) {
                break;
            }
            path.push(next);
            if self.system.step(next) != Outcome::Next {
                break;
            }
            match self.system.choices(&mut arrival.choices) {
                Status::Live | Status::Flawed(_) => {}
                Status::Done | Status::Stuck(_) => break,
            }
        }
        path
    }

    /// The short form of the path.
    pub fn shorthand(&mut self, path: &Path, origin: ReplayOrigin) -> Option<Repro> {
        shorthand(&mut *self.system, path, origin)
    }
}
