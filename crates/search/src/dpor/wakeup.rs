//! Wakeup trees: what is still to be explored from a state, as sequences of actors with common beginnings.

use super::prints::{Plan, Planned};

/// One event of such sequences, and how they go on.
#[derive(Clone, Debug)]
pub(super) struct Wakeup {
    pub event: Planned,
    pub after: Vec<Wakeup>,
    /// A plan was left out because of it.
    pub is_relied_on: bool,
}

impl Wakeup {
    pub fn new(event: Planned, after: Vec<Wakeup>) -> Wakeup {
        Wakeup { event, after, is_relied_on: false }
    }

    /// A plan was left out because of this, or of what comes after it.
    pub fn is_needed(&self) -> bool {
        self.is_relied_on || self.after.iter().any(Wakeup::is_needed)
    }
}

/// Adds a plan, unless some sequence of the tree leads to what it leads to. True if it was added.
pub(super) fn insert(tree: &mut Vec<Wakeup>, mut plan: Plan) -> bool {
    let mut level = tree;
    loop {
        if plan.events.is_empty() {
            return false;
        }
        let found = level.iter().enumerate().find_map(|(at, node)| Some((at, node.event.begins(&plan)?)));
        let Some((at, own)) = found else { break };
        if level[at].after.is_empty() {
            // Whatever can come after a leaf is explored.
            level[at].is_relied_on = true;
            return false;
        }
        own.map(|own| plan.events.remove(own));
        level = &mut level[at].after;
    }
    let branch =
        plan.events.into_iter().rev().fold(Vec::new(), |after, event| vec![Wakeup::new(event, after)]);
    level.extend(branch);
    true
}
