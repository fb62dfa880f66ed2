//! The mu-calculus: fixpoints by iteration, after Emerson and Lei (1986).
//!
//! A fixpoint within another of the same kind goes on from where it was, since both only grow or only shrink;
//! within one of the other kind it begins anew. So the exponent is the number of alternations, not the depth.

use crate::effort::Effort;
use crate::graph::Graph;
use crate::sat::Set;
use logic::{Binary, Fix, Formula, Unary, negation_normal_form};

/// The states that have a closed formula of the mu-calculus.
pub fn mu(graph: &Graph, formula: &Formula, effort: &Effort<'_>) -> Set {
    // The normal form may hold a part twice, once negated: then its variables are two.
    let normal = apart(&negation_normal_form(formula), &mut Vec::new(), &mut 0);
    let mut values = Vec::new();
    let _held = effort.hold(graph.len() * size(&normal));
    if effort.is_over() {
        return vec![false; graph.len()];
    }
    reset(&normal, graph.len(), None, &mut values);
    eval(graph, &normal, &mut values, effort)
}

/// Parts of a formula: no more sets than these are there at once.
fn size(formula: &Formula) -> usize {
    1 + formula.parts().map(size).sum::<usize>()
}

/// The same formula with a variable of its own for each fixpoint. `names` has the new names of the variables
/// that are bound here.
pub(crate) fn apart(formula: &Formula, names: &mut Vec<(u32, u32)>, fresh: &mut u32) -> Formula {
    match formula {
        Formula::Var(variable) => {
            let name = names.iter().rev().find(|(old, _)| old == variable);
            Formula::Var(name.map_or(*variable, |(_, new)| *new))
        }
        Formula::Fixpoint(fix, variable, body) => {
            let own = *fresh;
            *fresh += 1;
            names.push((*variable, own));
            let body = apart(body, names, fresh);
            names.pop();
            Formula::Fixpoint(*fix, own, Box::new(body))
        }
        Formula::Unary(op, a) => Formula::unary(*op, apart(a, names, fresh)),
        Formula::Binary(op, a, b) => {
            let a = apart(a, names, fresh);
            Formula::binary(*op, a, apart(b, names, fresh))
        }
        other => other.clone(),
    }
}

/// Gives the fixpoints of one kind, or of both, that stand at the top of a formula the value they begin with,
/// and those within them.
fn reset(formula: &Formula, count: usize, only: Option<Fix>, values: &mut Vec<Set>) {
    if let Formula::Fixpoint(fix, variable, _) = formula
        && only.is_none_or(|only| only == *fix)
    {
        let at = *variable as usize;
        if values.len() <= at {
            values.resize(at + 1, Vec::new());
        }
        values[at] = vec![*fix == Fix::Greatest; count];
    }
    for part in formula.parts() {
        reset(part, count, only, values);
    }
}

fn eval(graph: &Graph, formula: &Formula, values: &mut Vec<Set>, effort: &Effort<'_>) -> Set {
    let count = graph.len();
    if effort.is_over() {
        return vec![false; count];
    }
    let modal = |inner: &Set, all: bool| -> Set {
        (0..count as u32)
            .map(|state| {
                effort.goes_on();
                let mut steps = graph.steps(state).iter();
                if all { steps.all(|s| inner[s.to as usize]) } else { steps.any(|s| inner[s.to as usize]) }
            })
            .collect()
    };
    match formula {
        Formula::True => vec![true; count],
        Formula::False => vec![false; count],
        Formula::Atom(atom) => graph.valuations.iter().map(|v| v >> atom & 1 == 1).collect(),
        Formula::Var(variable) => values[*variable as usize].clone(),
        Formula::Unary(Unary::Not, a) => eval(graph, a, values, effort).into_iter().map(|x| !x).collect(),
        // EX and AX; the reader has seen to it that a next operator stands below.
        Formula::Unary(op @ (Unary::Exists | Unary::All), a) => {
            let inner = match &**a {
                Formula::Unary(Unary::Next, b) => eval(graph, b, values, effort),
                other => eval(graph, other, values, effort),
            };
            modal(&inner, *op == Unary::All)
        }
        Formula::Unary(_, a) => eval(graph, a, values, effort),
        Formula::Binary(op, a, b) => {
            let (a, b) = (eval(graph, a, values, effort), eval(graph, b, values, effort));
            let is_and = *op == Binary::And;
            a.into_iter().zip(b).map(|(a, b)| if is_and { a && b } else { a || b }).collect()
        }
        Formula::Fixpoint(fix, variable, body) => {
            let opposite = if *fix == Fix::Least { Fix::Greatest } else { Fix::Least };
            loop {
                reset_within(body, count, opposite, values);
                let next = eval(graph, body, values, effort);
                if effort.is_over() || next == values[*variable as usize] {
                    return next;
                }
                values[*variable as usize] = next;
            }
        }
    }
}

/// Fixpoints of the other kind within begin anew in each round, and so does all within them.
fn reset_within(formula: &Formula, count: usize, kind: Fix, values: &mut Vec<Set>) {
    match formula {
        Formula::Fixpoint(fix, ..) if *fix == kind => reset(formula, count, None, values),
        _ => {
            for part in formula.parts() {
                reset_within(part, count, kind, values);
            }
        }
    }
}
