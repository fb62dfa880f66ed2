//! Nested depth-first search for accepting cycles, after Courcoubetis, Vardi, Wolper and Yannakakis (1992),
//! with the early tests of Schwoon and Esparza (2005).
//!
//! A first search goes over all states. When it is done with an accepting state, a second one looks from
//! there for a state on the first one's path. What a second search has seen is not seen again by later ones,
//! so both together go over each state at most twice.

use crate::cycles::{Cycles, Lasso, StateSet, listen};
use crate::dfs::StackEntry;
use crate::limits::{Limits, Progress};
use crate::result::Next;
use crate::sequential::Checkpoints;
use crate::tap::{Tap, View};
use lts::{Choice, Mark, Outcome, Path, StateId, Status, Store, System};
use serde::{Deserialize, Serialize};

/// A state on the path of a second search, with the choices not taken yet.
struct Second {
    mark: Mark,
    choices: Vec<Choice>,
    next: usize,
}

#[derive(Default)]
struct Nested {
    /// For each state of the stack, whether it is accepting.
    accepting: Vec<bool>,
    on_stack: StateSet,
    /// Those of them that are accepting.
    accepting_on_stack: StateSet,
    /// States from which no way leads back, as second searches have found.
    hopeless: StateSet,
    lasso: Option<Lasso>,
}

/// Looks for a cycle through an accepting state. `watch` is called now and then; false stops the search. `None` if
/// the checkpoint to begin from is for another program.
pub fn nested_depth_first(
    system: &mut dyn System,
    store: &mut dyn Store,
    limits: &Limits,
    kept: Checkpoints<'_>,
    watch: &mut dyn FnMut(&Progress) -> bool,
) -> Option<Cycles> {
    let mut nested = Nested::default();
    let cycles = listen(system, store, limits, &mut nested, kept, watch)?;
    Some(Cycles { lasso: nested.lasso, ..cycles })
}

/// What a checkpoint has of it: the rest follows from the stack.
#[derive(Serialize, Deserialize)]
struct Notes {
    accepting: Vec<bool>,
    hopeless: Vec<(u64, Vec<u64>)>,
    lasso: Option<Lasso>,
}

impl Tap for Nested {
    fn reset(&mut self) {
        *self = Nested::default();
    }

    fn first_seen(&mut self, view: &mut View<'_, '_>) -> Next {
        let is_accepting = view.is_accepting();
        self.accepting.push(is_accepting);
        debug_assert_eq!(self.accepting.len(), view.stack.len());
        if let Some(top) = view.stack.last() {
            self.on_stack.insert(top.state);
            if is_accepting {
                self.accepting_on_stack.insert(top.state);
            }
        }
        Next::On
    }

    /// A state on the path may close a cycle.
    fn seen(&mut self, view: &mut View<'_, '_>, state: StateId) -> Next {
        let before = self.accepting.last().copied().unwrap_or(false);
        match self.on_stack.contains(state) && (before || self.accepting_on_stack.contains(state)) {
            true => self.report(view, state, &[]),
            false => Next::On,
        }
    }

    /// All below the top of the path has been seen. An accepting state gets its second search while it is
    /// still on the path.
    fn back(&mut self, view: &mut View<'_, '_>) -> Next {
        debug_assert_eq!(self.accepting.len(), view.stack.len());
        if self.accepting.last() == Some(&true) {
            let next = self.search_again(view);
            if next != Next::On {
                return next;
            }
        }
        self.accepting.pop();
        if let Some(top) = view.stack.last() {
            self.on_stack.remove(top.state);
            self.accepting_on_stack.remove(top.state);
        }
        Next::On
    }

    fn notes(&self) -> Vec<u8> {
        let (accepting, hopeless) = (self.accepting.clone(), self.hopeless.pages());
        // Plain data of known lengths can always be written to memory.
        postcard::to_stdvec(&Notes { accepting, hopeless, lasso: self.lasso.clone() }).unwrap_or_default()
    }

    fn take_up(&mut self, notes: &[u8], stack: &[StackEntry]) -> bool {
        let Ok(Notes { accepting, hopeless, lasso }) = postcard::from_bytes(notes) else { return false };
        let Some(hopeless) = StateSet::from_pages(hopeless) else { return false };
        if accepting.len() != stack.len() {
            return false;
        }
        *self = Nested { accepting, hopeless, lasso, ..Nested::default() };
        for (open, &is_accepting) in stack.iter().zip(&self.accepting) {
            self.on_stack.insert(open.state);
            if is_accepting {
                self.accepting_on_stack.insert(open.state);
            }
        }
        true
    }

    fn is_over(&self) -> bool {
        self.lasso.is_some()
    }
}

impl Nested {
    /// The second search: from the top of the path to any state on the path.
    fn search_again(&mut self, view: &mut View<'_, '_>) -> Next {
        let Some(top) = view.stack.last() else { return Next::On };
        if !self.hopeless.insert(top.state) {
            return Next::On;
        }
        let mut tried = vec![top.state];
        let next = self.search_from(view, top.mark, &mut tried);
        if next != Next::On && self.lasso.is_none() {
            // It was given up: whoever takes it up begins anew.
            tried.into_iter().for_each(|state| self.hopeless.remove(state));
        }
        next
    }

    /// Goes on with the second search. Adds the states that it tries to a list.
    fn search_from(&mut self, view: &mut View<'_, '_>, mark: Mark, tried: &mut Vec<StateId>) -> Next {
        // The stack need not have all choices: some may have been taken before a checkpoint.
        view.core.system.rewind(mark);
        view.core.look();
        let mut path = vec![Second { mark, choices: view.core.choices.list.clone(), next: 0 }];
        while let Some(open) = path.last_mut() {
            let Some(&choice) = open.choices.get(open.next) else {
                path.pop();
                continue;
            };
            view.core.system.rewind(open.mark);
            open.next += 1;
            view.core.result.statistics.transitions += 1;
            // Whatever else a step leads to, the first search has told it.
            if view.core.system.step(choice) != Outcome::Next {
                continue;
            }
            let next = view.settle();
            if next != Next::On {
                return next;
            }
            let Some((state, is_new)) = view.name() else { return Next::Stop };
            if self.on_stack.contains(state) {
                let way: Path = path.iter().map(|open| open.choices[open.next - 1]).collect();
                return self.report(view, state, &way);
            }
            // A state that the first search has not seen lies behind a limit, and the search is cut anyway.
            if is_new || !self.hopeless.insert(state) {
                continue;
            }
            tried.push(state);
            if view.core.look() == Status::Live {
                let (mark, choices) = (view.core.system.mark(), view.core.choices.list.clone());
                path.push(Second { mark, choices, next: 0 });
            }
        }
        Next::On
    }

    /// The machine is at a state of the path again, `way` behind the top of the path: the cycle is closed.
    fn report(&mut self, view: &mut View<'_, '_>, state: StateId, way: &[Choice]) -> Next {
        let depth = view.stack.iter().position(|open| open.state == state).unwrap_or(0);
        // Behind the top of the path the first search has taken all choices, and `way` begins there.
        let last = view.stack.len() - usize::from(!way.is_empty());
        let stem = view.branches.path(&view.stack[..depth]);
        let mut cycle: Path = view.branches.path(&view.stack[depth..last]);
        cycle.extend_from_slice(way);
        self.lasso = Some(Lasso { stem, cycle });
        Next::Stop
    }
}
