//! Propositions about states of a Java program, for temporal properties.
//!
//! `Buffer.size > 0`, `some Philosopher p: p.eating`, `Thread-1 at Buffer.put`, `label.ready`,
//! `Table.isFull()`. An atom is read and resolved once ([`compile`]) and evaluated on states ([`eval`]). What
//! an evaluation reads becomes a place that is watched ([`watch`]): whoever writes it ends the step first, so
//! that no change of an atom happens in the middle of a step.

mod compile;
mod eval;
mod lex;
mod position;
mod resolve;
mod watch;

pub use compile::AtomError;
pub(super) use position::{ends_watched, gate_unwinding, is_crossing};
pub(crate) use watch::Watch;

use super::system::Explorer;
use classfile::Kind;
use vm::program::{ClassId, MethodId};
use vm::state::heap::Ref;

/// A proposition: an expression whose value is a boolean.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub expr: Expr,
    /// What it looks at, as it is written.
    pub parts: Vec<(String, Expr)>,
    /// It ends no steps, see [`Explorer::add_onlooker`].
    pub passes: bool,
}

/// An expression over a state. Numbers are 64 bits wide or floating; what cannot be evaluated, because
/// something is null or out of bounds, makes the whole atom false.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Number(i64),
    Floating(f64),
    Boolean(bool),
    Null,
    /// The object that a quantifier speaks of; the innermost is 0.
    Variable(u32),
    Static {
        record: Ref,
        unit: u32,
        kind: Kind,
    },
    Field {
        of: Box<Expr>,
        unit: u32,
        kind: Kind,
    },
    Element {
        of: Box<Expr>,
        at: Box<Expr>,
        kind: Kind,
    },
    Length(Box<Expr>),
    /// A static method without parameters, evaluated on the state.
    Call {
        method: MethodId,
        kind: Kind,
    },
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// Some, or all, of the instances that can be reached from static fields and threads.
    Quantified {
        all: bool,
        class: ClassId,
        body: Box<Expr>,
    },
    /// A label that the program sets, by its number.
    Label(u32),
    /// A thread is within a method.
    Position(position::Position),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Or,
    And,
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Divided,
    Modulo,
}

impl Explorer {
    /// Adds a proposition; `main` is the class that `main` stands for. Its number is the result. Before the
    /// search begins.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn add_atom(&mut self, text: &str, main: ClassId) -> Result<u32, AtomError> {
        let (expr, parts) = compile::compile(&mut self.subject(), text, main)?;
        self.driver.gate.watch.active = true;
        self.driver.gate.watch.widen(&expr);
        self.atoms.push(Atom { expr, parts, passes: false });
        Ok(self.atoms.len() as u32 - 1)
    }

    /// The same for a proposition that ends no steps. It is evaluated in the middle of steps where a thread is alone;
    /// where others could come in, a write to what it reads must be the first thing that a step does, or the
    /// system has a gap.
    ///
    /// # Errors
    /// What is wrong with the text, or what no onlooker can see.
    pub fn add_onlooker(&mut self, text: &str, main: ClassId) -> Result<u32, AtomError> {
        let watch = std::mem::take(&mut self.driver.gate.watch);
        let added = self.add_atom(text, main);
        let other = std::mem::replace(&mut self.driver.gate.watch, watch);
        let number = added?;
        let watch = &mut self.driver.gate.watch;
        if !other.is_of_places() {
            let what = "only a search that was made for it shows this: record the script with --invariant";
            return Err(AtomError { start: 0, end: text.len(), what: what.to_string() });
        }
        (watch.active, watch.passes) = (true, true);
        self.atoms[number as usize].passes = true;
        Ok(number)
    }

    /// A thread is alone and about to change what atoms look at: they are looked at first.
    pub(super) fn pass(&mut self) {
        let count = self.atoms.len() as u32;
        let truths = (0..count).map(|atom| lts::Atoms::holds(self, atom)).collect();
        let values = (0..count).map(|atom| lts::Atoms::values(self, atom)).collect();
        self.passed.push(lts::Passing { truths, values });
    }
}

impl lts::Atoms for Explorer {
    fn count(&self) -> u32 {
        self.atoms.len() as u32
    }

    fn holds(&mut self, atom: u32) -> bool {
        let Some(atom) = self.atoms.get(atom as usize).cloned() else { return false };
        self.driver.gate.watch.is_passing = atom.passes;
        let truth = eval::truth(&mut self.subject(), &atom.expr);
        self.driver.gate.watch.is_passing = false;
        match truth {
            Ok(truth) => truth,
            Err(what) => {
                // From here on every step tells why the search cannot go on.
                self.broken_atom.get_or_insert(what);
                false
            }
        }
    }

    fn passed(&mut self) -> Vec<lts::Passing> {
        std::mem::take(&mut self.passed)
    }

    fn values(&mut self, atom: u32) -> Vec<(String, String)> {
        let Some(atom) = self.atoms.get(atom as usize).cloned() else { return Vec::new() };
        // What is only told is not looked at.
        let gate = &self.driver.gate;
        let (watch, outdated) = (gate.watch.clone(), gate.outdated);
        let mut values: Vec<(String, String)> = Vec::new();
        for (text, part) in &atom.parts {
            if !values.iter().any(|(other, _)| other == text) {
                values.push((text.clone(), eval::shown(&mut self.subject(), part)));
            }
        }
        (self.driver.gate.watch, self.driver.gate.outdated) = (watch, outdated);
        values
    }
}
