//! Temporal logic and regular expressions: their normal forms, and automata for them. What an atom means is for
//! others to say.

#![forbid(unsafe_code)]

pub mod buchi;
mod error;
mod formula;
pub mod hoa;
pub mod lasso;
mod lexer;
mod nnf;
mod parse;
mod print;
pub mod regex;
mod simplify;

pub use error::{ParseError, Span};
pub use formula::{Binary, Fix, Formula, MAX_ATOMS, Unary};
pub use nnf::{negated, negation_normal_form};
pub use parse::{AtomText, Logic, Parsed, parse};
pub use print::Named;
pub use simplify::simplify;
