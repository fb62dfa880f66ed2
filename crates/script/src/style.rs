//! How moves are written. It follows from what a script says of itself.

use crate::header::{Header, Part, ScriptKind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// All choices of a state are taken, in their order.
    pub takes_all: bool,
    /// New states have signs.
    pub is_signed: bool,
    /// There may be many writers at once, so each has small tables.
    pub is_small: bool,
}

impl Style {
    /// Of a whole search.
    pub fn whole(takes_all: bool) -> Style {
        Style { takes_all, is_signed: true, is_small: false }
    }

    /// Of what leads to new states and nowhere else, where signs would tell nothing.
    pub fn trimmed() -> Style {
        Style { takes_all: true, is_signed: false, is_small: true }
    }

    /// Of one of several parts.
    pub fn part(is_trimmed: bool) -> Style {
        Style { takes_all: true, is_signed: !is_trimmed, is_small: true }
    }

    pub fn of(header: &Header) -> Style {
        let style = match header.kind {
            ScriptKind::Whole => Style::whole(true),
            ScriptKind::Trimmed => Style::trimmed(),
            ScriptKind::Part(Part { is_trimmed, .. }) => Style::part(is_trimmed),
        };
        Style { takes_all: header.takes_all, ..style }
    }
}
