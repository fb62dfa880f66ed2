//! Printing formulas so that reading them gives the same again.

use crate::formula::{Binary, Fix, Formula, Unary};
use std::fmt;

/// A formula with names for its atoms.
pub struct Named<'a> {
    pub formula: &'a Formula,
    pub atoms: &'a [String],
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.formula, 0)
    }
}

/// How tightly operators bind; higher is tighter.
const UNARY: u8 = 6;

fn binding(op: Binary) -> u8 {
    match op {
        Binary::Iff => 1,
        Binary::Implies => 2,
        Binary::Or => 3,
        Binary::And => 4,
        Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease => 5,
    }
}

fn symbol(op: Binary) -> &'static str {
    match op {
        Binary::Iff => "<->",
        Binary::Implies => "->",
        Binary::Or => "||",
        Binary::And => "&&",
        Binary::Until => "U",
        Binary::Release => "R",
        Binary::WeakUntil => "W",
        Binary::StrongRelease => "M",
    }
}

fn letter(op: Unary) -> &'static str {
    match op {
        Unary::Not => "!",
        Unary::Next => "X ",
        Unary::Future => "F ",
        Unary::Globally => "G ",
        Unary::All => "A",
        Unary::Exists => "E",
    }
}

impl Named<'_> {
    fn write(&self, f: &mut fmt::Formatter<'_>, formula: &Formula, around: u8) -> fmt::Result {
        match formula {
            Formula::True => f.write_str("true"),
            Formula::False => f.write_str("false"),
            Formula::Atom(atom) => self.atom(f, *atom),
            Formula::Var(variable) => write!(f, "v{variable}"),
            Formula::Unary(op, of) => {
                f.write_str(letter(*op))?;
                if matches!(op, Unary::All | Unary::Exists) && !joins(of) {
                    f.write_str(" ")?;
                }
                self.write(f, of, UNARY)
            }
            Formula::Binary(op, left, right) => {
                let own = binding(*op);
                // Conjunctions and disjunctions lean to the left, all others to the right.
                let leans_left = matches!(op, Binary::And | Binary::Or);
                let (for_left, for_right) = if leans_left { (own, own + 1) } else { (own + 1, own) };
                let open = own < around;
                f.write_str(if open { "(" } else { "" })?;
                self.write(f, left, for_left)?;
                write!(f, " {} ", symbol(*op))?;
                self.write(f, right, for_right)?;
                f.write_str(if open { ")" } else { "" })
            }
            Formula::Fixpoint(fix, variable, of) => {
                let word = if *fix == Fix::Least { "mu" } else { "nu" };
                let open = around > 0;
                write!(f, "{}{word} v{variable}. ", if open { "(" } else { "" })?;
                self.write(f, of, 0)?;
                f.write_str(if open { ")" } else { "" })
            }
        }
    }

    fn atom(&self, f: &mut fmt::Formatter<'_>, atom: u32) -> fmt::Result {
        match self.atoms.get(atom as usize) {
            None => write!(f, "p{atom}"),
            Some(name) if is_plain(name) => f.write_str(name),
            Some(name) => write!(f, "\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\"")),
        }
    }
}

/// A temporal operator that is written together with the quantifier before it.
fn joins(formula: &Formula) -> bool {
    matches!(formula, Formula::Unary(Unary::Next | Unary::Future | Unary::Globally, _))
}

/// A name that needs no quotes: not one letter of an operator, and nothing but letters and digits.
fn is_plain(name: &str) -> bool {
    let starts = name.chars().next().is_some_and(|c| c.is_lowercase() || c == '_');
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    starts && is_word && !matches!(name, "true" | "false" | "mu" | "nu")
}
