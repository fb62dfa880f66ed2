//! What a logic does not have, refused at its spot.

use super::{Kind, Logic, Node};
use crate::error::ParseError;
use crate::formula::{Binary, Fix, Unary};

pub(super) fn check(logic: Logic, text: &str, node: &Node) -> Result<(), ParseError> {
    let error = |node: &Node, what: &str| Err(ParseError::new(text, node.span, what));
    match logic {
        // The grammar has no other operators for it.
        Logic::Ltl => Ok(()),
        Logic::Ctl => ctl(node, false, &error),
        Logic::CtlStar => ctl_star(node, false, &error),
        Logic::State => state(node, &error),
        Logic::Mu => {
            mu(node, &error)?;
            polarity(node, true, &mut Vec::new(), &error)
        }
    }
}

type Refuse<'a> = dyn Fn(&Node, &str) -> Result<(), ParseError> + 'a;

fn is_temporal(kind: Kind) -> bool {
    match kind {
        Kind::Unary(op) => matches!(op, Unary::Next | Unary::Future | Unary::Globally),
        Kind::Binary(op) => !matches!(op, Binary::And | Binary::Or | Binary::Implies | Binary::Iff),
        _ => false,
    }
}

fn is_quantifier(kind: Kind) -> bool {
    matches!(kind, Kind::Unary(Unary::All | Unary::Exists))
}

/// Path quantifiers and temporal operators come in pairs.
fn ctl(node: &Node, below_quantifier: bool, refuse: &Refuse<'_>) -> Result<(), ParseError> {
    if is_temporal(node.kind) && !below_quantifier {
        return refuse(
            node,
            "in CTL a path quantifier A or E stands right before a temporal operator; CTL* has it so: --ctlstar",
        );
    }
    let quantifies = is_quantifier(node.kind);
    if quantifies && !node.parts.iter().all(|part| is_temporal(part.kind)) {
        return refuse(
            node,
            "in CTL a temporal operator stands right behind a path quantifier; CTL* has it so: --ctlstar",
        );
    }
    node.parts.iter().try_for_each(|part| ctl(part, quantifies, refuse))
}

/// A formula is about a state: temporal operators stand below some quantifier.
fn ctl_star(node: &Node, below_quantifier: bool, refuse: &Refuse<'_>) -> Result<(), ParseError> {
    if is_temporal(node.kind) && !below_quantifier {
        return refuse(
            node,
            "in CTL* this stands within a path quantifier A or E; without any it is LTL: --ltl",
        );
    }
    let below = below_quantifier || is_quantifier(node.kind);
    node.parts.iter().try_for_each(|part| ctl_star(part, below, refuse))
}

/// Nothing is said of other states.
fn state(node: &Node, refuse: &Refuse<'_>) -> Result<(), ParseError> {
    if is_temporal(node.kind) || is_quantifier(node.kind) || matches!(node.kind, Kind::Fix(..)) {
        return refuse(node, "an invariant is about single states; this speaks of several: --ltl or --ctl");
    }
    node.parts.iter().try_for_each(|part| state(part, refuse))
}

/// Of the temporal operators only EX and AX.
fn mu(node: &Node, refuse: &Refuse<'_>) -> Result<(), ParseError> {
    if is_quantifier(node.kind) {
        let [part] = &node.parts[..] else { return Ok(()) };
        return match part.kind == Kind::Unary(Unary::Next) {
            true => part.parts.iter().try_for_each(|part| mu(part, refuse)),
            false => refuse(node, "the mu-calculus has EX and AX, and no other path quantifiers"),
        };
    }
    if is_temporal(node.kind) {
        return refuse(node, "in the mu-calculus write EX or AX");
    }
    node.parts.iter().try_for_each(|part| mu(part, refuse))
}

/// A variable stands below an even number of negations within its fixpoint, so that the fixpoint exists.
/// `bound` has the polarity at which each variable was bound.
fn polarity(
    node: &Node,
    positive: bool,
    bound: &mut Vec<(u32, bool)>,
    refuse: &Refuse<'_>,
) -> Result<(), ParseError> {
    match node.kind {
        Kind::Var(variable) => {
            let at = bound.iter().rev().find(|(v, _)| *v == variable).is_none_or(|&(_, at)| at == positive);
            if !at {
                return refuse(node, "a variable must stand below an even number of negations");
            }
        }
        Kind::Fix(Fix::Least | Fix::Greatest, variable) => bound.push((variable, positive)),
        Kind::Binary(Binary::Iff) => {
            // Both sides count with both signs.
            for part in &node.parts {
                polarity(part, !positive, bound, refuse)?;
            }
        }
        _ => {}
    }
    for (i, part) in node.parts.iter().enumerate() {
        let flips =
            node.kind == Kind::Unary(Unary::Not) || (node.kind == Kind::Binary(Binary::Implies) && i == 0);
        polarity(part, positive != flips, bound, refuse)?;
    }
    if matches!(node.kind, Kind::Fix(..)) {
        bound.pop();
    }
    Ok(())
}
