//! Smaller formulas that mean the same, in negation normal form.
//!
//! The rules are those of Somenzi and Bloem (2000) and of Etessami and Holzmann (2000): identities of the
//! boolean and temporal operators, and implications between parts that can be seen from their form.

use crate::formula::{Binary, Formula, Unary};
use crate::nnf::negated;

/// Rounds of rewriting; formulas settle within a few.
const MAX_ROUNDS: usize = 20;
/// Comparisons spent on one question whether a formula implies another. Giving up only leaves a formula as it
/// is.
const IMPLICATION_FUEL: u32 = 2_000;

/// An equivalent formula, usually smaller. Takes and gives negation normal form.
pub fn simplify(formula: &Formula) -> Formula {
    let mut now = formula.clone();
    for _ in 0..MAX_ROUNDS {
        let next = once(&now);
        if next == now {
            break;
        }
        now = next;
    }
    now
}

fn once(formula: &Formula) -> Formula {
    match formula {
        Formula::Unary(op, a) => unary(*op, once(a)),
        Formula::Binary(op, a, b) => {
            let (a, b) = (once(a), once(b));
            match op {
                Binary::And => and(a, b),
                Binary::Or => or(a, b),
                Binary::Until => until(a, b),
                Binary::Release => release(a, b),
                _ => Formula::binary(*op, a, b),
            }
        }
        Formula::Fixpoint(fix, variable, a) => Formula::Fixpoint(*fix, *variable, Box::new(once(a))),
        other => other.clone(),
    }
}

fn unary(op: Unary, a: Formula) -> Formula {
    match (op, &a) {
        (Unary::Not, Formula::True) => Formula::False,
        (Unary::Not, Formula::False) => Formula::True,
        (Unary::Next | Unary::All | Unary::Exists, Formula::True | Formula::False) => a,
        (Unary::Next, _) if is_eternal(&a) => a,
        (Unary::All | Unary::Exists, _) if is_of_state(&a) => a,
        _ => Formula::unary(op, a),
    }
}

/// Its truth is that of the first state of a path.
fn is_of_state(formula: &Formula) -> bool {
    match formula {
        Formula::Unary(Unary::All | Unary::Exists, _) => true,
        Formula::Unary(Unary::Not, _) | Formula::Binary(Binary::And | Binary::Or, ..) => {
            formula.parts().all(is_of_state)
        }
        Formula::True | Formula::False | Formula::Atom(_) => true,
        _ => false,
    }
}

/// G F a, F G a, and what is made of such: true everywhere on a path or nowhere.
fn is_eternal(formula: &Formula) -> bool {
    match formula {
        Formula::Binary(Binary::Until, a, b) if **a == Formula::True => {
            matches!(&**b, Formula::Binary(Binary::Release, c, _) if **c == Formula::False) || is_eternal(b)
        }
        Formula::Binary(Binary::Release, a, b) if **a == Formula::False => {
            matches!(&**b, Formula::Binary(Binary::Until, c, _) if **c == Formula::True) || is_eternal(b)
        }
        Formula::Binary(_, a, b) => is_eternal(a) && is_eternal(b),
        Formula::Unary(Unary::Next, a) => is_eternal(a),
        Formula::True | Formula::False => true,
        _ => false,
    }
}

fn is_f(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::Binary(Binary::Until, a, b) if **a == Formula::True => Some(b),
        _ => None,
    }
}

fn is_g(formula: &Formula) -> Option<&Formula> {
    match formula {
        Formula::Binary(Binary::Release, a, b) if **a == Formula::False => Some(b),
        _ => None,
    }
}

fn and(a: Formula, b: Formula) -> Formula {
    if implies(&a, &b) {
        return a;
    }
    if implies(&b, &a) {
        return b;
    }
    if implies(&a, &negated(&b)) {
        return Formula::False;
    }
    if let (Some(f), Some(g)) = (is_g(&a), is_g(&b)) {
        return Formula::release(Formula::False, and(f.clone(), g.clone()));
    }
    match (&a, &b) {
        (Formula::Unary(Unary::Next, f), Formula::Unary(Unary::Next, g)) => {
            Formula::and((**f).clone(), (**g).clone()).next()
        }
        (Formula::Binary(Binary::Until, f, g), Formula::Binary(Binary::Until, h, i)) if g == i => {
            Formula::until(and((**f).clone(), (**h).clone()), (**g).clone())
        }
        (Formula::Binary(Binary::Release, f, g), Formula::Binary(Binary::Release, h, i)) if f == h => {
            Formula::release((**f).clone(), and((**g).clone(), (**i).clone()))
        }
        _ => match (both_eternal(&a, &b, is_f), (is_f(&a).and_then(is_g), is_f(&b).and_then(is_g))) {
            // F G f and F G g is F G (f and g).
            (true, (Some(f), Some(g))) => Formula::until(
                Formula::True,
                Formula::release(Formula::False, Formula::and(f.clone(), g.clone())),
            ),
            _ => Formula::and(a, b),
        },
    }
}

fn both_eternal(a: &Formula, b: &Formula, top: fn(&Formula) -> Option<&Formula>) -> bool {
    top(a).is_some() && top(b).is_some()
}

fn or(a: Formula, b: Formula) -> Formula {
    if implies(&a, &b) {
        return b;
    }
    if implies(&b, &a) {
        return a;
    }
    if implies(&negated(&a), &b) {
        return Formula::True;
    }
    if let (Some(f), Some(g)) = (is_f(&a), is_f(&b)) {
        return Formula::until(Formula::True, or(f.clone(), g.clone()));
    }
    match (&a, &b) {
        (Formula::Unary(Unary::Next, f), Formula::Unary(Unary::Next, g)) => {
            Formula::or((**f).clone(), (**g).clone()).next()
        }
        (Formula::Binary(Binary::Until, f, g), Formula::Binary(Binary::Until, h, i)) if f == h => {
            Formula::until((**f).clone(), or((**g).clone(), (**i).clone()))
        }
        (Formula::Binary(Binary::Release, f, g), Formula::Binary(Binary::Release, h, i)) if g == i => {
            Formula::release(or((**f).clone(), (**h).clone()), (**g).clone())
        }
        _ => match (both_eternal(&a, &b, is_g), (is_g(&a).and_then(is_f), is_g(&b).and_then(is_f))) {
            // G F f or G F g is G F (f or g).
            (true, (Some(f), Some(g))) => Formula::release(
                Formula::False,
                Formula::until(Formula::True, Formula::or(f.clone(), g.clone())),
            ),
            _ => Formula::or(a, b),
        },
    }
}

fn until(a: Formula, b: Formula) -> Formula {
    // What holds now, or for ever from anywhere, needs no waiting.
    if matches!(b, Formula::True | Formula::False) || a == Formula::False || implies(&a, &b) || is_eternal(&b)
    {
        return b;
    }
    // Before b there is nothing to keep if what is not b is a.
    if a != Formula::True && implies(&negated(&b), &a) {
        return Formula::until(Formula::True, b);
    }
    match (&a, &b) {
        (Formula::Unary(Unary::Next, f), Formula::Unary(Unary::Next, g)) => {
            Formula::until((**f).clone(), (**g).clone()).next()
        }
        (Formula::True, Formula::Unary(Unary::Next, g)) => {
            Formula::until(Formula::True, (**g).clone()).next()
        }
        (_, Formula::Binary(Binary::Until, f, g)) if implies(&a, f) => {
            Formula::until((**f).clone(), (**g).clone())
        }
        // F (f U g) is F g.
        (Formula::True, Formula::Binary(Binary::Until, _, g)) => Formula::until(Formula::True, (**g).clone()),
        _ => Formula::until(a, b),
    }
}

fn release(a: Formula, b: Formula) -> Formula {
    if matches!(b, Formula::True | Formula::False) || a == Formula::True || implies(&b, &a) || is_eternal(&b)
    {
        return b;
    }
    // It is never released if a and b exclude each other.
    if a != Formula::False && implies(&a, &negated(&b)) {
        return Formula::release(Formula::False, b);
    }
    match (&a, &b) {
        (Formula::Unary(Unary::Next, f), Formula::Unary(Unary::Next, g)) => {
            Formula::release((**f).clone(), (**g).clone()).next()
        }
        (Formula::False, Formula::Unary(Unary::Next, g)) => {
            Formula::release(Formula::False, (**g).clone()).next()
        }
        (_, Formula::Binary(Binary::Release, f, g)) if implies(f, &a) => {
            Formula::release((**f).clone(), (**g).clone())
        }
        // G (f R g) is G g.
        (Formula::False, Formula::Binary(Binary::Release, _, g)) => {
            Formula::release(Formula::False, (**g).clone())
        }
        _ => Formula::release(a, b),
    }
}

/// True only if every path with the first formula has the second. False says nothing.
fn implies(a: &Formula, b: &Formula) -> bool {
    let mut fuel = IMPLICATION_FUEL;
    implies_within(a, b, &mut fuel)
}

fn implies_within(a: &Formula, b: &Formula, fuel: &mut u32) -> bool {
    let Some(left) = fuel.checked_sub(1) else { return false };
    *fuel = left;
    if a == b || *a == Formula::False || *b == Formula::True {
        return true;
    }
    let mut is = |x: &Formula, y: &Formula| implies_within(x, y, fuel);
    let from_left = match a {
        Formula::Binary(Binary::And, x, y) => is(x, b) || is(y, b),
        Formula::Binary(Binary::Or, x, y) => is(x, b) && is(y, b),
        // c U d implies b if both c and d do; c R d implies d.
        Formula::Binary(Binary::Until, x, y) => is(x, b) && is(y, b),
        Formula::Binary(Binary::Release, _, y) => is(y, b),
        _ => false,
    };
    if from_left {
        return true;
    }
    let from_right = match b {
        Formula::Binary(Binary::And, x, y) => is(a, x) && is(a, y),
        Formula::Binary(Binary::Or, x, y) => is(a, x) || is(a, y),
        Formula::Binary(Binary::Until, _, y) => is(a, y),
        Formula::Binary(Binary::Release, x, y) => is(a, x) && is(a, y),
        _ => false,
    };
    from_right
        || match (a, b) {
            (Formula::Unary(Unary::Next, x), Formula::Unary(Unary::Next, y)) => is(x, y),
            (Formula::Binary(Binary::Until, x, y), Formula::Binary(Binary::Until, v, w))
            | (Formula::Binary(Binary::Release, x, y), Formula::Binary(Binary::Release, v, w)) => {
                is(x, v) && is(y, w)
            }
            _ => false,
        }
}
