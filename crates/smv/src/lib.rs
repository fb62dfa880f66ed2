//! SMV, the language of NuSMV, as symbolic models.

#![forbid(unsafe_code)]

mod compile;
mod error;
mod number;
mod parse;
mod syntax;
mod term;
mod token;

pub use error::SmvError;

use error::Source;
use sym::{Question, SymbolicModel, SymbolicSpec};

/// A model that was read.
#[derive(Clone, Debug)]
pub struct Smv {
    pub model: SymbolicModel,
    /// What could not be decided about it beforehand.
    pub notes: Vec<String>,
}

/// A property from outside of the text: its formula, and the text of each of its atoms.
#[derive(Clone, Debug)]
pub struct Extra {
    pub name: String,
    pub question: Question,
    pub atoms: Vec<String>,
}

/// Why nothing was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SmvProblem {
    /// The model is at fault.
    Model(SmvError),
    /// An atom of a property means nothing in the model: which one, the part of it, and why.
    Atom { property: usize, atom: usize, part: (usize, usize), what: String },
}

/// Reads a model; `name` is what the user calls it. Properties from outside come behind its own.
///
/// # Errors
/// What is wrong, and where.
pub fn read(name: &str, text: &str, extra: &[Extra]) -> Result<Smv, SmvProblem> {
    let source = Source { name, text };
    let modules = parse::parse(text).map_err(|refusal| SmvProblem::Model(source.show(&refusal)))?;
    let compiled = compile::compile(&source, &modules);
    let mut compiled = compiled.map_err(|refusal| SmvProblem::Model(source.show(&refusal)))?;
    for (property, one) in extra.iter().enumerate() {
        let mut atoms = Vec::new();
        for (atom, text) in one.atoms.iter().enumerate() {
            let read = parse::parse_expression(text).and_then(|expr| compiled.atom(&expr));
            atoms.push(read.map_err(|refusal| {
                let part = (refusal.place.start, refusal.place.end);
                SmvProblem::Atom { property, atom, part, what: refusal.what }
            })?);
        }
        compiled.model.specs.push(SymbolicSpec {
            name: one.name.clone(),
            place: String::new(),
            atoms,
            atom_names: one.atoms.clone(),
            question: one.question.clone(),
        });
    }
    Ok(Smv { model: compiled.model, notes: compiled.notes })
}
