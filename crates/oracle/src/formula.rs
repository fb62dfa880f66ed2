//! Random formulas without next operators, in the words of `--ltl` and `--ctl`, over the values of fields.

use crate::random::Random;
use crate::state::State;

/// A field has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Atom {
    /// `x0`, `x1` or `v0`.
    pub field: usize,
    pub value: i32,
}

const FIELDS: [&str; 3] = ["x0", "x1", "v0"];

impl Atom {
    pub fn holds(self, state: &State) -> bool {
        let fields = [state.plain[0], state.plain[1], state.volatile[0]];
        fields[self.field] == self.value
    }
}

/// Linear or branching time: with quantifiers, `until` and `always` are CTL's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    Atom(Atom),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    /// Of LTL.
    Until(Box<Formula>, Box<Formula>),
    /// Of CTL: on some path.
    SomeUntil(Box<Formula>, Box<Formula>),
    SomeAlways(Box<Formula>),
}

/// How a formula is written and what it means; sugar is gone in the meaning.
pub struct Written {
    pub text: String,
    pub meaning: Formula,
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

fn and(left: Formula, right: Formula) -> Formula {
    Formula::And(Box::new(left), Box::new(right))
}

fn or(left: Formula, right: Formula) -> Formula {
    not(and(not(left), not(right)))
}

fn until(left: Formula, right: Formula) -> Formula {
    Formula::Until(Box::new(left), Box::new(right))
}

fn some_until(left: Formula, right: Formula) -> Formula {
    Formula::SomeUntil(Box::new(left), Box::new(right))
}

fn some_always(formula: Formula) -> Formula {
    Formula::SomeAlways(Box::new(formula))
}

fn truth() -> Formula {
    let atom = || Formula::Atom(Atom { field: 0, value: 0 });
    or(atom(), not(atom()))
}

fn atom(random: &mut Random) -> Written {
    let atom = Atom { field: random.below(FIELDS.len()), value: random.pick(&[0, 1, 1, 2]) };
    let text = format!("\"main.{} == {}\"", FIELDS[atom.field], atom.value);
    Written { text, meaning: Formula::Atom(atom) }
}

/// What both logics have.
fn boolean(random: &mut Random, depth: usize, part: fn(&mut Random, usize) -> Written) -> Written {
    let kind = random.below(3);
    let a = part(random, depth - 1);
    if kind == 0 {
        return Written { text: format!("!({})", a.text), meaning: not(a.meaning) };
    }
    let b = part(random, depth - 1);
    match kind {
        1 => Written { text: format!("(({}) && ({}))", a.text, b.text), meaning: and(a.meaning, b.meaning) },
        _ => Written {
            text: format!("(({}) -> ({}))", a.text, b.text),
            meaning: or(not(a.meaning), b.meaning),
        },
    }
}

pub fn ltl(random: &mut Random, depth: usize) -> Written {
    if depth == 0 {
        return atom(random);
    }
    let kind = random.below(6);
    if kind < 2 {
        return boolean(random, depth, ltl);
    }
    let a = ltl(random, depth - 1);
    match kind {
        2 => Written { text: format!("G ({})", a.text), meaning: not(until(truth(), not(a.meaning))) },
        3 => Written { text: format!("F ({})", a.text), meaning: until(truth(), a.meaning) },
        _ => {
            let b = ltl(random, depth - 1);
            if kind == 4 {
                let text = format!("(({}) U ({}))", a.text, b.text);
                return Written { text, meaning: until(a.meaning, b.meaning) };
            }
            let text = format!("(({}) R ({}))", a.text, b.text);
            Written { text, meaning: not(until(not(a.meaning), not(b.meaning))) }
        }
    }
}

pub fn ctl(random: &mut Random, depth: usize) -> Written {
    if depth == 0 {
        return atom(random);
    }
    let kind = random.below(8);
    if kind < 2 {
        return boolean(random, depth, ctl);
    }
    let a = ctl(random, depth - 1);
    match kind {
        2 => Written { text: format!("EF ({})", a.text), meaning: some_until(truth(), a.meaning) },
        3 => Written { text: format!("EG ({})", a.text), meaning: some_always(a.meaning) },
        4 => Written { text: format!("AG ({})", a.text), meaning: not(some_until(truth(), not(a.meaning))) },
        5 => Written { text: format!("AF ({})", a.text), meaning: not(some_always(not(a.meaning))) },
        _ => {
            let b = ctl(random, depth - 1);
            if kind == 6 {
                let text = format!("E[({}) U ({})]", a.text, b.text);
                return Written { text, meaning: some_until(a.meaning, b.meaning) };
            }
            let text = format!("A[({}) U ({})]", a.text, b.text);
            // Not: b never comes, or neither holds before it does.
            let never = some_always(not(b.meaning.clone()));
            let breaks = some_until(not(b.meaning.clone()), and(not(a.meaning), not(b.meaning)));
            Written { text, meaning: and(not(never), not(breaks)) }
        }
    }
}
