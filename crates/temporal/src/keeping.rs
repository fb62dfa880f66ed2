//! Checkpoints of searches for temporal properties.
//!
//! What a machine has learnt in one search is on no path of another. So there are checkpoints where there is one search
//! alone: for one LTL property, or for any number of others.

use crate::Checked;
use crate::branching::empty;
use lts::{Cause, Gap};
use search::Checkpoints;
use store::Exact;

/// What a search begins from, with the states that were visited until then, and who keeps its checkpoints.
#[derive(Default)]
pub struct Beginning<'k> {
    pub kept: Checkpoints<'k>,
    pub store: Exact,
}

/// The machine comes to other states than it did then.
pub(crate) fn misfit() -> Gap {
    let what = "the checkpoint is for another version of the program".to_string();
    Gap { cause: Cause::Input, what, place: String::new() }
}

pub(crate) fn misfitting() -> Checked {
    empty(vec![misfit()])
}
