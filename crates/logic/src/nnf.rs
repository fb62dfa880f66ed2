//! Negation normal form: negations stand before atoms only; of the operators remain and, or, next, until,
//! release, the quantifiers and the fixpoints.

use crate::formula::{Binary, Fix, Formula, Unary};

/// The same formula with negations pushed to its atoms.
pub fn negation_normal_form(formula: &Formula) -> Formula {
    push(formula, true)
}

/// The negation of a formula, in normal form.
pub fn negated(formula: &Formula) -> Formula {
    push(formula, false)
}

/// The formula if `positive`, else its negation. Variables keep their sign: the fixpoint that binds them is
/// negated with them.
fn push(formula: &Formula, positive: bool) -> Formula {
    let both = |op: Binary, dual: Binary, a: &Formula, b: &Formula| {
        Formula::binary(if positive { op } else { dual }, push(a, positive), push(b, positive))
    };
    match formula {
        Formula::True | Formula::False => match (formula == &Formula::True) == positive {
            true => Formula::True,
            false => Formula::False,
        },
        Formula::Var(_) => formula.clone(),
        Formula::Atom(_) => {
            if positive {
                formula.clone()
            } else {
                formula.clone().negate()
            }
        }
        Formula::Unary(Unary::Not, a) => push(a, !positive),
        Formula::Unary(Unary::Next, a) => push(a, positive).next(),
        Formula::Unary(Unary::Future, a) => unary_dual(Unary::Future, a, positive),
        Formula::Unary(Unary::Globally, a) => unary_dual(Unary::Globally, a, positive),
        Formula::Unary(op @ (Unary::All | Unary::Exists), a) => {
            let dual = if *op == Unary::All { Unary::Exists } else { Unary::All };
            Formula::unary(if positive { *op } else { dual }, push(a, positive))
        }
        Formula::Binary(op, a, b) => match op {
            Binary::And => both(Binary::And, Binary::Or, a, b),
            Binary::Or => both(Binary::Or, Binary::And, a, b),
            Binary::Until => both(Binary::Until, Binary::Release, a, b),
            Binary::Release => both(Binary::Release, Binary::Until, a, b),
            Binary::Implies if positive => Formula::or(push(a, false), push(b, true)),
            Binary::Implies => Formula::and(push(a, true), push(b, false)),
            Binary::Iff => Formula::or(
                Formula::and(push(a, true), push(b, positive)),
                Formula::and(push(a, false), push(b, !positive)),
            ),
            // a W b is b R (a or b); a M b is b U (a and b).
            Binary::WeakUntil => {
                let expanded = Formula::release((**b).clone(), Formula::or((**a).clone(), (**b).clone()));
                push(&expanded, positive)
            }
            Binary::StrongRelease => {
                let expanded = Formula::until((**b).clone(), Formula::and((**a).clone(), (**b).clone()));
                push(&expanded, positive)
            }
        },
        Formula::Fixpoint(fix, variable, a) => {
            let dual = if *fix == Fix::Least { Fix::Greatest } else { Fix::Least };
            Formula::Fixpoint(if positive { *fix } else { dual }, *variable, Box::new(push(a, positive)))
        }
    }
}

/// F a is true U a, G a is false R a.
fn unary_dual(op: Unary, a: &Formula, positive: bool) -> Formula {
    let inner = push(a, positive);
    match (op == Unary::Future) == positive {
        true => Formula::until(Formula::True, inner),
        false => Formula::release(Formula::False, inner),
    }
}
