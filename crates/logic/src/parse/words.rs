//! The reserved words of each logic.

use super::Logic;
use crate::formula::{Binary, Unary};

/// The operators that a reserved word stands for, outermost first: `G`, `AG`, `GF`.
pub(super) fn operators(logic: Logic, name: &str) -> Option<Vec<Unary>> {
    let op = |c: char| match (c, logic) {
        ('X', _) => Some(Unary::Next),
        ('F', Logic::Ltl | Logic::Ctl | Logic::CtlStar | Logic::State) => Some(Unary::Future),
        ('G', Logic::Ltl | Logic::Ctl | Logic::CtlStar | Logic::State) => Some(Unary::Globally),
        ('A', Logic::Ctl | Logic::CtlStar | Logic::Mu | Logic::State) => Some(Unary::All),
        ('E', Logic::Ctl | Logic::CtlStar | Logic::Mu | Logic::State) => Some(Unary::Exists),
        _ => None,
    };
    name.chars().map(op).collect()
}

/// The infix operator that a reserved word stands for, with its path quantifier if it has one: `U`, `EU`.
pub(super) fn infix(logic: Logic, name: &str) -> Option<(Option<Unary>, Binary)> {
    let op = |name: &str| match name {
        "U" => Some(Binary::Until),
        "R" | "V" => Some(Binary::Release),
        "W" => Some(Binary::WeakUntil),
        "M" => Some(Binary::StrongRelease),
        _ => None,
    };
    if logic == Logic::Mu {
        return None;
    }
    if let Some(op) = op(name) {
        return Some((None, op));
    }
    let quantifier = match name.chars().next()? {
        'A' => Unary::All,
        'E' => Unary::Exists,
        _ => return None,
    };
    let op = op(&name[1..])?;
    (logic != Logic::Ltl).then_some((Some(quantifier), op))
}
