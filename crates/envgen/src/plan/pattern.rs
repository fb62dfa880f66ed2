//! What an action of a specification means: which calls or assignments it is, and with which values.

use super::Choosing;
use crate::world::Type;
use analysis::ClassId;
use base::Symbol;

/// Calls or assignments that an action stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionPattern {
    pub on: Member,
    /// `None` if it is static.
    pub receiver: Option<Pattern>,
    /// Its parameters, or what is assigned.
    pub values: Vec<Pattern>,
}

impl ActionPattern {
    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Pattern> {
        self.receiver.iter_mut().chain(&mut self.values)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    Method {
        class: ClassId,
        name: String,
        desc: Symbol,
        is_static: bool,
    },
    Field {
        class: ClassId,
        name: String,
    },
    /// An array that came out of the unit, or an element of one.
    Element,
}

/// What a value may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// What a name with a scope stands for.
    Local(usize),
    /// An object that is there from the beginning.
    Global(String),
    /// One value, in Java.
    Constant { java: String, of: Type },
    /// One of these.
    From { from: Choosing, of: Type },
}
