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
        let expr = compile::compile(&mut self.subject(), text, main)?;
        self.driver.gate.watch.active = true;
        self.driver.gate.watch.widen(&expr);
        self.atoms.push(Atom { expr });
        Ok(self.atoms.len() as u32 - 1)
    }
}

impl lts::Atoms for Explorer {
    fn count(&self) -> u32 {
        self.atoms.len() as u32
    }

    fn holds(&mut self, atom: u32) -> bool {
        let Some(atom) = self.atoms.get(atom as usize).cloned() else { return false };
        match eval::truth(&mut self.subject(), &atom.expr) {
            Ok(truth) => truth,
            Err(what) => {
                // From here on every step tells why the search cannot go on.
                self.broken_atom.get_or_insert(what);
                false
            }
        }
    }
}
