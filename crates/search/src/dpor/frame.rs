//! The states of the present path, and what is still to be explored from each.

use super::prints::{Plan, Planned, Prints};
use super::wakeup::{self, Wakeup};
use lts::{Choice, Mark, Wait};
use std::rc::Rc;

/// Who moves from a state at present.
pub(super) struct Current {
    pub actor: u32,
    /// What his events from here have touched so far, by whatever choice.
    pub prints: Prints,
    /// What he had for himself alone.
    pub held: Vec<u64>,
    /// How to go on behind him, if his event is the one that was planned.
    pub after: Vec<Wakeup>,
    pub planned: Option<Rc<Prints>>,
}

/// A state of the path.
pub(super) struct Frame {
    pub mark: Mark,
    /// All ways to go on.
    pub choices: Vec<Choice>,
    /// Those that are left of him who moves at present, the last one first.
    pub left: Vec<Choice>,
    /// The one that the path takes.
    pub taken: Option<Choice>,
    /// Events before this state.
    pub events: usize,
    pub kind: Kind,
}

pub(super) enum Kind {
    /// Others can move.
    Open(Decision),
    /// In the middle of an event, of which so much is known. It began at this depth.
    Inside { prints: Prints, began: usize },
}

/// A state in which it is a question who moves.
pub(super) struct Decision {
    /// Who need not move, since what comes of that is explored elsewhere: the sleep set.
    pub asleep: Vec<Planned>,
    pub tree: Vec<Wakeup>,
    pub current: Option<Current>,
    /// Somebody has moved.
    pub is_begun: bool,
    pub waits: Box<[Wait]>,
    /// One actor alone has its turn, though others could move.
    pub is_closed: bool,
}

impl Frame {
    pub fn open(&mut self) -> Option<&mut Decision> {
        match &mut self.kind {
            Kind::Open(open) => Some(open),
            Kind::Inside { .. } => None,
        }
    }

    pub fn is_able(&self, actor: u32) -> bool {
        self.choices.iter().any(|choice| choice.actor == actor)
    }

    /// Everybody moves from here who can. True if that adds something.
    pub fn let_all_move(&mut self) -> bool {
        let Kind::Open(open) = &mut self.kind else { return false };
        open.plan_all(&self.choices)
    }
}

impl Decision {
    /// Adds a plan, unless what it leads to is explored or will be. True if it was added.
    pub fn plan(&mut self, plan: Plan) -> bool {
        let is_explored = self.asleep.iter().any(|asleep| asleep.begins(&plan).is_some());
        !is_explored && wakeup::insert(&mut self.tree, plan)
    }

    /// Plans for everybody who can move, whatever he does. True if that adds something.
    pub fn plan_all(&mut self, choices: &[Choice]) -> bool {
        let before = self.tree.len();
        for &Choice { actor, .. } in choices {
            let is_planned = self.tree.iter().any(|node| node.event.actor == actor)
                || self.is_asleep(actor)
                || self.current.as_ref().is_some_and(|current| current.actor == actor);
            if !is_planned {
                let event = Planned { actor, prints: Rc::new(Prints::anything()) };
                self.tree.push(Wakeup::new(event, Vec::new()));
            }
        }
        self.tree.len() > before
    }

    pub fn is_asleep(&self, actor: u32) -> bool {
        self.asleep.iter().any(|asleep| asleep.actor == actor)
    }
}
